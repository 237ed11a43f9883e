/**
 * Runs as `mocha --require <this file>`: turns an unhandled rejection into an error, as Node itself does. Mocha 12
 * takes it from Node (lib/runner.js, `unhandled`) and emits it to listeners that do not exist, so it would be lost.
 */
process.on('unhandledRejection', (reason) => {
  throw reason
})
