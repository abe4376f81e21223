// The commands that set pawl up and explain it.

import type { RefKind, Section } from '../row.js';

const refKinds: readonly RefKind[] = ['any', 'command', 'pipeline', 'workflow'];
export const shells = ['bash', 'zsh', 'fish'] as const;
export const initParts = [
  'lib',
  'utils',
  'protocols',
  'integrations',
  'ship',
  'hooks',
  'statusline',
  'codex',
  'skills',
] as const;
export type InitPart = (typeof initParts)[number];

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
        'lib: the scripts in .claude/scripts/lib. utils: the shell scripts in .claude/utils. protocols: what a checkpoint and a ' +
        'hand-off are, in .claude/protocols, .claude/sub-agents/protocols and .claude/checkpoints. integrations: ' +
        '.claude/config/integrations.json. ship: the hook that blocks /ship until a review allows it. hooks: the hooks of ' +
        'Claude Code, in .claude/settings.json. statusline: its status line. codex: the hooks of Codex, in .codex/hooks.json. ' +
        'skills: guides for the slash commands, in .claude/skills, for those who do not install the plugin. ' +
        'All but skills unless --only names some; those of Codex only where it is used. Lets git ignore .claude/state/ and ' +
        '.claude/checkpoints/. Shows what it will do first. What a person changed is never overwritten; a second run changes ' +
        'nothing.',
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
            'Take out what init put in, except where a person changed it; what stands in .gitignore stays as long as the ' +
            'folders hold runs',
        },
      },
      examples: [
        ['pawl init', 'shows everything, asks, and does it'],
        ['pawl init --only lib --only utils', 'the scripts, nothing else'],
        ['pawl init --dry-run --json', 'the plan, for a script'],
        ['pawl init --uninstall --dry-run', 'what would be taken back'],
      ],
      file: 'init',
    },
    {
      name: 'statusline',
      summary: "One line for the foot of an agent's screen",
      description:
        'Reads what Claude Code tells a status line on stdin and prints the run of this session, else the newest: the unit, the ' +
        'progress, and whether it lies about. Prints nothing when nothing is unfinished, and never fails. `pawl init --only ' +
        'statusline` sets it up.',
      examples: [['pawl statusline < session.json', 'pawl implement/auth · validation · 1/2']],
      file: 'statusline',
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
