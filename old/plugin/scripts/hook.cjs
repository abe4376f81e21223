'use strict';

// Starts pawl's hook: `node hook.cjs EVENT`. It is built into the plugin; where it is not, as in a checkout that was not built,
// nothing happens: a hook never fails the agent.

const fs = require('fs');
const path = require('path');

const hook = path.join(__dirname, '..', 'dist', 'hook', 'pawl-hook.cjs');
if (fs.existsSync(hook)) require(hook);
