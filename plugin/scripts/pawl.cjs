'use strict';

// Starts the program, for the agent's shell and for its MCP client.

const fs = require('fs');
const { findPawl } = require('./find-pawl.cjs');

const program = findPawl();
if (program) require(program);
else {
  process.exitCode = 127;
  fs.writeSync(
    2,
    'pawl is not installed. Install it in the project (npm install --save-dev pawl) or for all (npm install --global pawl).\n',
  );
}
