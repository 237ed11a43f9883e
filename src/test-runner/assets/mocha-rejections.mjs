/**
 * For `mocha --require <this file>`: a rejection that nobody handles is an error, as it is in Node itself. Mocha 12 takes
 * it from Node (lib/runner.js, `unhandled`) and hands it on to listeners that nobody installed, so it would be lost.
 */
process.on('unhandledRejection', (reason) => {
  throw reason
})
