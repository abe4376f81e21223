'use strict';

// Starts pawl's hook: `node hook.cjs EVENT`. Without pawl nothing happens: a hook never fails the agent.

const { findPawl } = require('./find-pawl.cjs');

const hook = findPawl('hook/pawl-hook.cjs');
if (hook) require(hook);
