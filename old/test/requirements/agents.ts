// Briefs, hooks, the MCP server, the ship gate, hand-offs and the plugin.

import type { Requirement } from './requirement.js';

const shipGate = 'test/e2e/ship-gate.test.ts';
const handoffRules = 'src/families/handoff/handoff.test.ts';
const handoffCli = 'test/e2e/handoff.test.ts';
const mcp = 'test/e2e/mcp.test.ts';
const mcpLines = 'test/security/mcp-lines.test.ts';

export const agents: readonly Requirement[] = [
  {
    id: 'BRIEF-01',
    text: 'A brief has at most 4,000 characters, cannot be closed from inside and passes no secret on.',
    tests: [
      'src/service/brief.test.ts#has at most 4,000 characters',
      'src/service/brief.test.ts#cannot be closed from inside',
      'src/service/brief.test.ts#passes no secret on',
    ],
  },
  {
    id: 'BRIEF-11',
    text: 'A brief keeps to its tokens and characters, the most important first, with the evidence of what is done.',
    tests: [
      'src/service/brief.test.ts#keeps to its tokens',
      'src/service/brief.test.ts#in the order of importance',
      'src/service/brief.test.ts#tells every rejected idea while there is room',
      'src/service/brief.test.ts#tells how it is known',
    ],
  },
  {
    id: 'BRIEF-31',
    text: 'A brief never names an action as the next one whose phase is done.',
    tests: [
      'src/families/command/transitions.test.ts#goes when that phase is done',
      'src/families/command/transitions.test.ts#belongs to the phase that begins next',
      'src/families/command/transitions.test.ts#goes with the one that is open, else with the one that begins next',
    ],
  },
  {
    id: 'BRIEF-12',
    text: 'Recorded text cannot get out of its fence, and carries nothing that steers or hides: 300 strings.',
    tests: [
      'test/security/hook-payloads.test.ts#the fence holds',
      'src/service/brief.test.ts#cannot be closed from inside',
    ],
  },
  {
    id: 'HOOK-31',
    text: 'A scratch file never makes an agent redo finished work, and a phase that is done again lists what is there.',
    tests: [
      'test/e2e/touched-files.test.ts#and removes again before the phase is done',
      'test/e2e/touched-files.test.ts#until it is reported complete once more',
      'test/e2e/touched-files.test.ts#are no evidence of its phase',
      'test/e2e/touched-files.test.ts#noted under their new name',
    ],
  },
  {
    id: 'GATE-31',
    text: 'A verdict that is recorded before anyone ships is no run; a run of ship whose gate is closed is blocked, with the reasons.',
    tests: [
      'test/e2e/ship-verdict.test.ts#leads no brief, resume or status',
      'test/e2e/ship-verdict.test.ts#denies no push, unless every push',
      'test/e2e/ship-verdict.test.ts#stays when the run begins',
      'test/e2e/ship-verdict.test.ts#until a review allows it',
      'test/e2e/session-brief.test.ts#ships what is there: its gate, its resume and its prompt are about the files of the worktree',
      'test/e2e/ship-hook.test.ts#judges the worktree that the agent works in',
    ],
  },
  {
    id: 'GATE-33',
    text: 'Only files that pawl itself writes, by their names, are left out of what a verdict is about; all others in their folders count.',
    tests: [
      `${shipGate}#counts every file in the folders of pawl that is not its own`,
      `${shipGate}#is not changed by what pawl itself keeps`,
    ],
  },
  {
    id: 'GATE-32',
    text: 'A verdict that travels takes none of another feature away, and approves nothing but its own feature.',
    tests: [
      `${shipGate}#none replaces another, and one that blocks blocks`,
      `${shipGate}#loses no verdict of those that are noted at the same moment`,
    ],
  },
  {
    id: 'HANDOFF-31',
    text: 'No request or response of a hand-off takes the place of another without a word: both are kept, and it is told.',
    tests: [
      `${handoffCli}#is kept beside it, and whoever reads is told`,
      `${handoffCli}#is awaited anew; the earlier ones are kept`,
      `${handoffCli}#leaves the one that counts where it is`,
      'test/e2e/hooks.test.ts#both are kept, and the orchestrator is told',
    ],
  },
  {
    id: 'HOOK-02',
    text: 'Of two agents on one run the second is told who holds it, and may take it over at once after the first dies.',
    tests: ['test/e2e/hooks.test.ts#the second is told who holds it'],
  },
  {
    id: 'HOOK-03',
    text: 'A command that is typed opens or continues its run: the feature is the first argument, else that of the run at hand, else none.',
    tests: ['test/e2e/hooks.test.ts#opens a run with a command', 'test/e2e/hooks.test.ts#stays alone'],
  },
  {
    id: 'HOOK-04',
    text: 'The ship gate blocks /ship, and git push while a ship run is open, however it is written; it also blocks when it cannot tell.',
    tests: [
      'test/e2e/hooks.test.ts#blocks /ship without a review',
      'test/e2e/hooks.test.ts#where the agent calls the skill by itself',
      'test/e2e/hooks.test.ts#denies git push while a ship run is open',
      'test/e2e/hooks.test.ts#where that is configured',
      'test/e2e/hooks.test.ts#blocks where it cannot tell',
      'src/rules/text/git-push.test.ts#whether a command line pushes',
      'src/rules/text/pushed-refs.test.ts#what a push sends',
      'test/e2e/push-gate.test.ts#is judged by what it sends, not by what is checked out',
      'test/e2e/push-gate.test.ts#is blocked when the run cannot be read',
      'test/e2e/push-gate.test.ts#is blocked when the hook is given half of it',
      'test/e2e/push-gate.test.ts#is blocked when the hook is given nothing that can be read',
      'test/e2e/push-gate.test.ts#is judged when the agent is slow to say what it is',
      'test/e2e/push-gate.test.ts#is blocked when there is more than the hook reads',
      'test/e2e/ship-gate.test.ts#includes what takes too long; then it says to commit first',
    ],
  },
  {
    id: 'HOOK-05',
    text: 'Files that an agent touches are noted cheaply and stored at boundaries with the phase that was open; an edit of what a finished unit made is told.',
    tests: ['test/e2e/hooks.test.ts#stores them at the next boundary', 'test/e2e/hooks.test.ts#is warned, once'],
  },
  {
    id: 'HOOK-06',
    text: 'A hook ends with 0 and one JSON object whatever it is given, also when streams are closed, nothing may be written or the store hangs; its trouble is told by status and doctor.',
    tests: [
      'test/security/hook-payloads.test.ts#always get one JSON object',
      'test/security/hook-payloads.test.ts#get the same from real processes',
      'test/faults/hooks.test.ts#when stdin is closed',
      'test/faults/hooks.test.ts#when a pipe stands where a file should be',
      'test/faults/hooks.test.ts#when the store hangs',
      'test/faults/hooks.test.ts#where nothing may be written',
      'test/faults/hooks.test.ts#it leaves no trace',
    ],
  },
  {
    id: 'HOOK-07',
    text: 'Hooks from a plugin and from settings act once.',
    tests: ['test/e2e/hooks.test.ts#acts once'],
  },
  {
    id: 'HOOK-08',
    text: 'The summary of a compaction, tasks and hand-offs of sub-agents are kept with the run of the session, which gives back what it holds when it ends.',
    tests: [
      'test/e2e/hooks.test.ts#and what it summed up',
      'test/e2e/hooks.test.ts#tells its current task',
      'test/e2e/hooks.test.ts#hands a request to its sub-agent',
      'test/e2e/hooks.test.ts#that begin in parallel are each given another hand-off, once',
      'test/e2e/hooks.test.ts#whose response is wrong are told in words',
      'test/e2e/hooks.test.ts#gives what it holds back when it ends',
    ],
  },
  {
    id: 'HOOK-01',
    text: 'An agent that was killed in the middle of a command is told the right phase, the done work, the rejected idea and the next action when it comes back, and after a compaction.',
    tests: [
      'test/e2e/hooks.test.ts#when it comes back',
      'test/e2e/hooks.test.ts#knows the same after its context was compacted',
    ],
  },
  {
    id: 'HOOK-32',
    text: 'A session is told at its start what the brief says, however it begins and whatever is checked out; in a worktree it keeps one state.',
    tests: [
      'test/e2e/session-brief.test.ts#a person decides first, whatever began it',
      'test/e2e/session-brief.test.ts#is not done again: the brief names the branch',
      'test/e2e/session-brief.test.ts#leaves a worktree alone in which it has no run',
      'test/e2e/session-brief.test.ts#keeps running work out of commits',
    ],
  },
  {
    id: 'MCP-01',
    text: 'Clients of both eras of the protocol list exactly the pinned tools and call every one; so does the MCP inspector.',
    tests: [
      `${mcp}#lists exactly the pinned tools, and calls every one of them`,
      'test/e2e/mcp-inspector.test.ts#the MCP inspector lists and calls every tool',
      'test/e2e/mcp-inspector.test.ts#lists resources, templates and prompts',
    ],
  },
  {
    id: 'MCP-02',
    text: 'Checkpoints and briefs are resources, refs are completed, and a prompt resumes.',
    tests: [`${mcp}#reads checkpoints and briefs, completes refs and gives the resume prompt`],
  },
  {
    id: 'MCP-03',
    text: 'A wrong call is answered with every problem and what to write instead; no message names what destroys.',
    tests: [
      `${mcp}#is told all problems of a call at once, and what to write instead`,
      `${mcp}#counts the same op_id once`,
    ],
  },
  {
    id: 'MCP-04',
    text: 'Nothing destructive without the run and its revision, and nothing is stored over a revision that was not seen.',
    tests: [
      `${mcp}#stores nothing when someone saved since the revision that it saw`,
      'src/surfaces/mcp/guide.test.ts#needs the run and the revision that was seen',
    ],
  },
  {
    id: 'MCP-05',
    text: 'Where a person must decide, they are asked; without them nothing happens, and the model is told how to go on.',
    tests: [
      `${mcp}#has its person asked where one must decide, and does what they choose`,
      `${mcp}#changes nothing when the person declines`,
      `${mcp}#that cannot ask is told what to ask, and how to go on with the answer`,
      `${mcp}#lets nothing pass that only a person can let pass, unless they say yes`,
    ],
  },
  {
    id: 'MCP-06',
    text: 'What was recorded reaches a model framed as data, without secrets and hidden characters.',
    tests: [`${mcp}#gives recorded text in a frame, without secrets and hidden characters`],
  },
  {
    id: 'MCP-07',
    text: 'Malformed lines get valid answers and never end the server; stdout carries the protocol alone.',
    tests: [
      `${mcpLines}#are answered with valid messages by the thousand, and the server goes on`,
      `${mcpLines}#that is no JSON, no request or a batch is refused by its own code`,
      `${mcpLines}#that is far too long is refused, and the next one is read`,
      `${mcpLines}#may come in pieces, without its end`,
      `${mcpLines}#writes nothing but messages to stdout, whatever a library prints`,
    ],
  },
  {
    id: 'MCP-08',
    text: 'The server ends with its client, and answers before that what is under way.',
    tests: [
      `${mcpLines}#answers what is under way when its stdin is closed, and ends`,
      `${mcpLines}#ends when nobody reads its answers any more`,
    ],
  },
  {
    id: 'MCP-09',
    text: 'What the server does is the work of the agent’s session; a second agent is told who holds a run.',
    tests: [
      `${mcp}#a second agent is told who has it, and may take it when the first is gone`,
      `${mcp}#is known to a server that its agent started, although nobody told it`,
      'src/service/lease/lease.test.ts#a program which the agent started and did not tell its session',
    ],
  },
  {
    id: 'MCP-10',
    text: 'The server takes calls at once, and neither its memory nor its open files grow with them.',
    tests: [
      `${mcp}#takes many calls at once, and loses none`,
      'test/e2e/mcp-memory.test.ts#memory and open files stay as they are',
      'src/surfaces/mcp/progress.test.ts#is told that a long call goes on, until it ends',
    ],
  },
  {
    id: 'MCP-11',
    text: 'The server works for the project that is named, else for the one that the client offers.',
    tests: [
      `${mcp}#is the one that the client offers, unless the environment names another`,
      `${mcp}#is that of the current folder when the client offers folders that are not there`,
    ],
  },
  {
    id: 'SHIP-01',
    text: 'A verdict lets pass the content that was reviewed, also as a commit that is made of it, and nothing else.',
    tests: [
      `${shipGate}#passes as a commit that /ship makes of it, and nothing else does`,
      `${shipGate}#does not pass in part: a new file that was not committed is missed, by name`,
      `${shipGate}#passes after a rebase only as long as its content is the same`,
      `${shipGate}#is the real object, not one that stands in for it`,
    ],
  },
  {
    id: 'SHIP-02',
    text: 'No review, one that cannot be read, one of other content and one with blockers all block; a missing flag is no approval.',
    tests: [
      `${shipGate}#without --allow, --block or --force nothing is recorded`,
      `${shipGate}#that was edited by hand into nonsense blocks, and says what is wrong`,
      `${shipGate}#that is torn, a link or a folder blocks`,
      `${shipGate}#with blockers blocks, and lists them`,
      'src/families/command/ship.test.ts#lets nothing pass but what was approved without blockers or forced, whatever a file says',
    ],
  },
  {
    id: 'SHIP-03',
    text: 'What cannot be told blocks.',
    tests: [
      `${shipGate}#blocks: no repository, no git, a commit that is not there`,
      `${shipGate}#includes everything that is no name of a commit; nothing of it is run`,
    ],
  },
  {
    id: 'SHIP-04',
    text: 'Forced content passes on the record, with its reason; the review stays as it was.',
    tests: [
      `${shipGate}#can be forced for one content, on the record, and the review stays as it was`,
      'src/families/command/ship.test.ts#stays as it was when its content is forced, and force ends with the next verdict',
    ],
  },
  {
    id: 'SHIP-05',
    text: 'The gate stops a real push, and answers in clones by a note or an exported file.',
    tests: [
      `${shipGate}#is stopped by the hook until its content was reviewed`,
      `${shipGate}#has no verdict of its own, and reads the one in the note that it fetches`,
      `${shipGate}#reads the one in an exported file, which counts for its content only`,
    ],
  },
  {
    id: 'SHIP-06',
    text: 'Asking the gate leaves the repository as it was.',
    tests: [`${shipGate}#is asked about without a trace: no object, no ref, and the index as it was`],
  },
  {
    id: 'HANDOFF-01',
    text: 'Requests and responses are refused with everything that is wrong at once, with JSON paths and what to write instead.',
    tests: [
      `${handoffRules}#is told everything that is wrong with it at once, each with its place and what to write`,
      `${handoffCli}#that is wrong is refused with everything at once, and nothing is stored`,
      `${handoffRules}#the checks and the published schemas agree, and nothing makes a check throw`,
    ],
  },
  {
    id: 'HANDOFF-02',
    text: 'A summary of more than 500 words: a request is rejected, a response warns, is cut at a sentence’s end, or is rejected.',
    tests: [
      `${handoffRules}#with a previous summary of more than 500 words is rejected; a project may allow fewer`,
      `${handoffCli}#with a summary that is too long is told, cut at the end of a sentence, or refused`,
      'src/rules/text/truncate.test.ts#is cut to a beginning of itself that keeps to both limits, and one that fits stays as it is',
    ],
  },
  {
    id: 'HANDOFF-03',
    text: '`previous_findings` is read and renamed, with a note.',
    tests: [
      `${handoffRules}#with the old name previous_findings is read, renamed, and told`,
      `${handoffCli}#with the old name previous_findings is renamed, with a note`,
    ],
  },
  {
    id: 'HANDOFF-04',
    text: 'A hand-off becomes part of its run’s history, whatever the run’s family, and holds no secret.',
    tests: [
      `${handoffCli}#is made, answered, and part of its run’s history`,
      `${handoffCli}#belongs to a run of any family, and needs one`,
      `${handoffCli}#is kept where only its owner reads it, without secrets, and goes with a run that leaves no trace`,
    ],
  },
  {
    id: 'HANDOFF-05',
    text: 'Parallel responses come to one, by all_must_pass, any_pass or majority_pass; partial and blocked ones decide nothing.',
    tests: [
      `${handoffRules}#come to a response that is sound itself, however many and however long they are`,
      `${handoffCli}#adds responses up by a rule, and says why`,
    ],
  },
  {
    id: 'PLUGIN-01',
    text: 'Every call in the plugin’s guides is one that the program takes, and each guide works when gone through as it stands.',
    tests: [
      'test/e2e/skills.test.ts#has calls that the program takes',
      'test/e2e/skills.test.ts#goes through the phases of the seeds, in order',
      'test/e2e/skills.test.ts#ends with a complete run, and taken up in the middle it goes on where it was',
      'test/e2e/skills.test.ts#of /ship is stopped by the gate, passes after that of /review, and pushes what was reviewed',
      'test/e2e/skills.test.ts#of /build ends with a complete pipeline whose gate pawl ran',
      'test/e2e/skills.test.ts#of /orchestrate ends with a workflow that is finished and in the archive',
    ],
  },
  {
    id: 'PLUGIN-02',
    text: 'The plugin has its own hook, has the same events as init, and never fails the agent.',
    tests: [
      'test/e2e/plugin.test.ts#has hooks for the same events as init, each started without a shell',
      'test/e2e/plugin.test.ts#installed alone still has its hook, and says how to get the program',
      'test/e2e/plugin.test.ts#without a build does nothing rather than failing the agent',
    ],
  },
  {
    id: 'PLUGIN-03',
    text: 'The status line tells run, phase, progress and age, and never fails.',
    tests: [
      'test/e2e/statusline.test.ts#tells run, phase, progress and how many others there are',
      'test/e2e/statusline.test.ts#tells the run of this session first',
      'test/e2e/statusline.test.ts#never fails, whatever it is given, and shows no control characters',
    ],
  },
  {
    id: 'COLD-01',
    text: 'The code cache only speeds a start up: nothing fails without it.',
    tests: ['test/e2e/code-cache.test.ts#is made anew', 'test/e2e/code-cache.test.ts#a start is only slower'],
  },
];
