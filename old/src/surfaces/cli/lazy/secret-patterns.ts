// The patterns of secrets, for quick commands: most texts that they write can hold none.

export { isMasked, isRealPassword, isRealToken, secretPatterns } from '../../../rules/text/secret-patterns.js';
