// The commands that set pawl up and explain it.

import type { RefKind, Section } from '../row.js';

const refKinds: readonly RefKind[] = ['any', 'command', 'pipeline', 'workflow'];
export const shells = ['bash', 'zsh', 'fish'] as const;
export const initParts = ['lib', 'utils'] as const;

export const setup: Section = {
  title: 'Setting up',
  rows: [
    {
      name: 'demo',
      summary: 'Kill three runs in the middle and watch them being resumed',
      description:
        'Starts a command, a pipeline and a workflow in a temporary repository, kills each with SIGKILL while it is ' +
        'saving, resumes it in a new process and completes it. Checks that every acknowledged save is still there; exits ' +
        'with 1 if one is not. Touches nothing else and removes what it made.',
      options: {
        keep: { type: 'boolean', description: 'Leave the temporary repository for a look around' },
        role: { type: 'string', value: 'ROLE', description: 'Which part of the demo this process plays', hidden: true },
      },
      examples: [
        ['pawl demo', 'takes a few seconds'],
        ['pawl demo --keep', 'then look at its files with jq'],
      ],
      file: 'demo',
    },
    {
      name: 'init',
      summary: "Set up pawl's files in a project",
      description:
        'lib: checkpoint-manager.cjs, token-counter.cjs and utils.cjs in .claude/scripts/lib. utils: the shell scripts ' +
        'save-checkpoint.sh, load-checkpoint.sh, list-checkpoints.sh and cleanup-checkpoints.sh in .claude/utils. Lets git ' +
        'ignore .claude/state/ and .claude/checkpoints/. Shows what it will do first. What a person changed is never ' +
        'overwritten; a second run changes nothing.',
      options: {
        only: {
          type: 'string',
          multiple: true,
          value: 'PART',
          choices: initParts,
          description: 'Set up only this part',
        },
        yes: { type: 'boolean', short: 'y', description: 'Agree to everything, without questions' },
        'dry-run': { type: 'boolean', short: 'n', description: 'Only show what would be done' },
        uninstall: {
          type: 'boolean',
          description:
            'Take back the scripts that init wrote, except where a person changed them; what stands in .gitignore stays, ' +
            'as the folders may still hold runs',
        },
      },
      examples: [
        ['pawl init --only lib', 'the scripts for slash commands'],
        ['pawl init --only utils', 'the shell scripts for workflows'],
        ['pawl init --dry-run --json', 'the plan, for a script'],
        ['pawl init --uninstall --dry-run', 'what would be taken back'],
      ],
      file: 'init',
    },
    {
      name: 'completion',
      summary: 'Print a completion script for a shell',
      positionals: [{ name: 'SHELL', description: 'The shell', choices: shells }],
      examples: [
        ['pawl completion bash > ~/.local/share/bash-completion/completions/pawl', 'for bash'],
        ['pawl completion zsh > "${fpath[1]}/_pawl"', 'for zsh'],
        ['pawl completion fish > ~/.config/fish/completions/pawl.fish', 'for fish'],
      ],
      file: 'completion',
    },
    {
      name: '__refs',
      summary: 'Names of runs, for completion scripts',
      positionals: [{ name: 'FAMILY', description: 'Of which family', optional: true, choices: refKinds }],
      hidden: true,
      examples: [['pawl __refs pipeline', 'one in a line']],
      file: 'refs',
    },
    {
      name: 'help',
      summary: 'Show help, also for one command',
      positionals: [{ name: 'COMMAND', description: 'The command', optional: true, many: true }],
      examples: [['pawl help init', 'everything about init']],
      file: 'help',
    },
  ],
};
