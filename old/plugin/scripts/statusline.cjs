'use strict';

// The status line: `pawl statusline`, wherever pawl is. Without it there is none, and no complaint at each prompt.

const path = require('path');
const { findPawl } = require('./find-pawl.cjs');

process.argv.splice(2, Infinity, 'statusline');
if (findPawl()) require(path.join(__dirname, 'pawl.cjs'));
