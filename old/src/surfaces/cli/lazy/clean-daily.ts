// A part of its own: on most days nobody needs it.

export { cleanDaily } from '../../../service/lifecycle/clean-daily.js';
