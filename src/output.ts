/** The output of a process whose reader may go away. */

/** Exit code 3: the verdict could not be written. */
const UNWRITABLE = 3

/** A closed pipe (`| head`) is no error: the work continues and its exit code counts. A full disk is an error. */
export function forgiveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', forgiveClosedPipe)
}

function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return
  process.stderr.write(`error [disk-full] Cannot write the output: ${error.message}\n`)
  process.exit(UNWRITABLE)
}
