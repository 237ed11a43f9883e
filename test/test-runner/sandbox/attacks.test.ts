import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandboxWorld, getName, type SandboxWorld, strategiesHere } from '../../support/sandboxes.ts'

/** Prints OUT where it got out. `next`: a second execution that looks for what the first one left. */
interface Attack {
  readonly title: string
  readonly command: string | ((world: SandboxWorld) => string)
  readonly next?: string
  readonly isOut?: (world: SandboxWorld) => boolean
}

const PYTHON = '/usr/bin/python3'
const python = (script: string) => `${PYTHON} -c ${JSON.stringify(script).replaceAll('$', '\\$')}`
const victim = spawn('sleep', ['600'], { env: { SECRET: 'token' }, detached: true, stdio: 'ignore' })
process.on('exit', () => victim.kill('SIGKILL'))

const ATTACKS: readonly Attack[] = [
  {
    title: 'a detached process that rewrites the recording later',
    command: ({ secret }) =>
      `(setsid sh -c 'while :; do echo forged > ${secret}/verdict; done' >/dev/null 2>&1 &) ; sleep 0.1`,
  },
  {
    title: 'a detached process without variables that writes into the checkout later',
    command: ({ sandbox }) =>
      `(env -i setsid /bin/sh -c 'while :; do date +%N > ${sandbox.places.reports}/beat; done' >/dev/null 2>&1 &) ; sleep 0.1`,
    isOut: ({ folder }) => {
      const beat = join(folder, 'scratch/reports/beat')
      const before = existsSync(beat) ? readFileSync(beat, 'utf8') : ''
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      return before !== (existsSync(beat) ? readFileSync(beat, 'utf8') : '')
    },
  },
  { title: 'writing the recording', command: ({ secret }) => `echo forged > ${secret}/verdict` },
  {
    title: 'reading the recording or the clone',
    command: ({ secret, folder }) => `grep -rsl -e untouched -e object ${secret} ${folder}/clone && echo OUT`,
  },
  {
    title: 'writing into the clone',
    command: ({ folder }) => `echo x > ${folder}/clone/object; echo x > ${folder}/clone/new`,
    isOut: ({ folder }) =>
      readFileSync(join(folder, 'clone/object'), 'utf8') !== 'object' || existsSync(join(folder, 'clone/new')),
  },
  {
    title: 'the recording by way of /proc',
    command: ({ secret }) =>
      `for r in /proc/1/root /proc/${victim.pid}/root /proc/self/root /proc/${process.pid}/root; do cat $r${secret}/verdict >/dev/null 2>&1 && echo OUT; done`,
  },
  {
    title: 'variables of another process',
    command: `grep -al SECRET=token /proc/[0-9]*/environ 2>/dev/null | grep -q . && echo OUT`,
  },
  {
    title: 'variables of the recorder',
    command: `tr '\\0' '\\n' < /proc/${process.pid}/environ | grep -q . && echo OUT`,
  },
  {
    title: 'a signal to a process outside',
    command: `kill -0 ${victim.pid} && echo OUT; kill -0 ${process.pid} && echo OUT`,
  },
  {
    title: 'a mount namespace of its own, with the covers taken away',
    command: ({ secret }) =>
      `unshare -Urm sh -c 'umount -l ${secret}; cat ${secret}/verdict && echo OUT; mount -o remount,rw,bind / && touch /usr/out && echo OUT'`,
  },
  {
    title: 'a fresh /proc, to write settings of the machine',
    command: `unshare -Urmpf sh -c 'mkdir -p /tmp/p; mount -t proc proc /tmp/p; f=/tmp/p/sys/kernel/core_pattern; [ -e $f ] && v=$(cat $f) && printf %s "$v" > $f && echo OUT'`,
  },
  {
    title: 'settings of the machine',
    command: 'v=$(cat /proc/sys/kernel/core_pattern); printf %s "$v" > /proc/sys/kernel/core_pattern && echo OUT',
  },
  {
    title: 'control groups',
    command:
      'for f in $(find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs | head -3); do echo $$ > $f && echo OUT; done',
  },
  {
    title: 'sudo and other setuid programs',
    command: "sudo -n true && echo OUT; grep -q 'NoNewPrivs:.*1' /proc/self/status || echo OUT",
  },
  {
    title: 'capabilities',
    command: "grep -E 'Cap(Eff|Prm|Bnd|Amb)' /proc/self/status | grep -qv '0000000000000000' && echo OUT",
  },
  {
    title: 'raw disks',
    command:
      'for d in /dev/vda /dev/sda /dev/mem /dev/kmsg; do head -c1 $d >/dev/null 2>&1 && echo OUT; done; mknod /tmp/disk b 254 0 && head -c1 /tmp/disk && echo OUT',
  },
  {
    title: 'a file handle that skips mounts',
    command: python(
      "import ctypes,os,struct\nl=ctypes.CDLL(None)\nb=ctypes.create_string_buffer(struct.pack('Ii',128,0)+b'\\0'*128);m=ctypes.c_int()\nl.name_to_handle_at(-100,b'/etc',b,ctypes.byref(m),0)\nprint('OUT' if l.open_by_handle_at(os.open('/etc',os.O_RDONLY),b,0)>=0 else 'held')",
    ),
  },
  {
    title: 'the programs of the sandbox',
    command:
      'for f in /proc/1/exe $(command -v bwrap unshare setpriv sh); do [ -w $f ] && (: >> $f) 2>/dev/null && echo OUT; done',
  },
  {
    title: 'open files of the recorder',
    command:
      "ls -l /proc/self/fd | awk 'NF>9 {print $9,$11}' | grep -vE '^[0-9]+ (pipe|/dev/null|/proc|socket)' | grep -E '^[0-9]' && echo OUT",
  },
  { title: 'files for the next one in HOME', command: 'echo x > $HOME/left', next: 'cat $HOME/left && echo OUT' },
  {
    title: 'settings of npm for the next one',
    command: 'echo node-options=--require=/evil >> $HOME/.npmrc',
    next: 'grep -q evil $HOME/.npmrc && echo OUT',
  },
  {
    title: 'settings of git for the next one',
    command: 'mkdir -p $HOME/.config/git; echo evil >> $HOME/.gitconfig; echo evil > $HOME/.config/git/config',
    next: 'grep -rqs evil $HOME/.gitconfig $HOME/.config && echo OUT',
  },
  {
    title: 'files for the next one in temporary folders',
    command: 'for d in /tmp /var/tmp $TMPDIR /dev/shm; do echo x > $d/left; done',
    next: 'ls /tmp/left /var/tmp/left $TMPDIR/left /dev/shm/left 2>/dev/null && echo OUT',
    isOut: () => existsSync('/dev/shm/left') || existsSync('/tmp/left') || existsSync('/var/tmp/left'),
  },
  {
    title: 'a package cache for the next one',
    command: 'echo evil > $HOME/.npm/_cacache/entry; echo evil > $HOME/.npm/_cacache/new',
    next: 'grep -rqs evil $HOME/.npm && echo OUT',
    isOut: ({ home }) => readFileSync(join(home, '.npm/_cacache/entry'), 'utf8') !== 'cached',
  },
  {
    title: 'shared memory of System V for the next one',
    command: 'ipcmk -M 4096 >/dev/null 2>&1',
    next: "ipcs -m | grep -q '^0x' && echo OUT",
  },
  {
    title: 'a site-packages folder of Python for the next one',
    command: 'd=$(/usr/bin/python3 -m site --user-site); mkdir -p $d; echo "import evil" > $d/evil.pth',
    next: 'ls $(/usr/bin/python3 -m site --user-site)/evil.pth 2>/dev/null && echo OUT',
  },
  {
    title: 'the build cache of Go for the next one',
    command: 'mkdir -p $HOME/.cache/go-build/00; echo evil > $HOME/.cache/go-build/00/evil',
    next: 'ls $HOME/.cache/go-build/00/evil 2>/dev/null && echo OUT',
  },
  {
    title: 'a job of cron',
    command:
      'echo "* * * * * root true" > /etc/cron.d/left && echo OUT; (echo "* * * * * true" | crontab -) 2>/dev/null && echo OUT',
  },
  { title: 'a library that every program loads', command: 'echo /tmp/evil.so > /etc/ld.so.preload && echo OUT' },
  {
    title: 'a hard link to a file outside',
    command: ({ secret }) => `ln /etc/passwd l && echo OUT; ln ${secret}/verdict l2 && echo OUT`,
  },
  {
    title: 'a key, a token, a password',
    command: ({ home }) =>
      `cat ${home}/.ssh/id_ed25519 ${home}/.netrc 2>/dev/null && echo OUT; grep -qs -e Token -e node-options ${home}/.npmrc && echo OUT; grep -qs -e credential -e '!x' ${home}/.gitconfig && echo OUT`,
  },
  {
    title: 'a socket of the recorder, where it can be seen',
    command: ({ secret }) =>
      python(`import socket as s;x=s.socket(s.AF_UNIX);x.connect('${secret}/socket');print('OUT')`),
  },
  {
    title: 'sockets of the machine, such as the one of Docker',
    command: 'find /run /var/run/ -type s -not -path "*/postgresql/*" 2>/dev/null | grep -q . && echo OUT',
  },
  {
    title: 'a bind mount over the reports',
    command: ({ sandbox }) => `mount --bind /etc ${sandbox.places.reports} && echo OUT`,
  },
  {
    title: 'the terminal',
    command: python(
      "import fcntl,termios\ntry:\n fcntl.ioctl(open('/dev/tty'),termios.TIOCSTI,b'x');print('OUT')\nexcept OSError as e: print(e)",
    ),
  },
]

for (const strategy of await strategiesHere()) {
  describe(`${getName(strategy)} holds`, () => {
    test.each(ATTACKS)('$title', async ({ command, next, isOut }) => {
      using world = createSandboxWorld(strategy)
      const server = createServer((client) => client.end()).listen(join(world.secret, 'socket'))
      onTestFinished(() => void server.close())
      const first = await world.run(typeof command === 'string' ? command : command(world))
      const second = next === undefined ? '' : (await world.run(next)).out
      expect(`${first.out}${second}`).not.toMatch(/^OUT$/m)
      expect(isOut?.(world) ?? false).toBe(false)
      expect(readFileSync(join(world.secret, 'verdict'), 'utf8')).toBe('untouched')
    })
  })
}
