'use strict';

// Starts the program, for the agent's shell and for its MCP client.

const fs = require('fs');
const { findPawl } = require('./find-pawl.cjs');

const notInstalled =
  'pawl is not installed. Install it in the project (npm install --save-dev pawl) or for all (npm install --global pawl).\n';

/**
 * Start a script that starts pawl; it has this process's input and output, its signals and its end.
 * @param {string} file The script
 */
function start(file) {
  const child = require('child_process').spawn(file, process.argv.slice(2), { stdio: 'inherit', windowsHide: true });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.exitCode = 126;
    fs.writeSync(2, `pawl: ${file} cannot be started: ${error.message}\n`);
  });
  child.on('exit', (code, signal) => {
    for (const one of signals) process.removeAllListeners(one);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

const found = findPawl();
if (found && found.isShim) start(found.file);
else if (found) require(found.file);
else {
  process.exitCode = 127;
  fs.writeSync(2, notInstalled);
}
