'use strict';

// The status line: `pawl statusline`, wherever pawl is. Without it there is none, and no complaint at each prompt.

const { findPawl } = require('./find-pawl.cjs');

process.argv.splice(2, Infinity, 'statusline');
if (findPawl()) require('./pawl.cjs');
