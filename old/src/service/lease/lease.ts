// What a lease says, and whether it still holds. Pure: the machine, the time and living processes are told.

import { isIsoTime } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { Holder } from './holder.js';
import type { Owner } from './owner.js';
import type { Machine, ProcessMark } from './processes.js';
import { isSessionOwner } from './session-owner.js';

/** Who works on a run, as it is stored. */
export interface Lease extends Machine {
  readonly v: 1;
  /** The checkpoint, e.g. `pipeline:PRD-009`. */
  readonly key: string;
  /** See `Owner.id`. */
  readonly owner: string;
  readonly pid: number | null;
  readonly started: string | null;
  /** Whether that process may only have stood between the agent and pawl: its end says nothing. */
  readonly unsure?: boolean | undefined;
  /** When this owner took it, ISO 8601. */
  readonly since: string;
  /** When this owner last showed itself, ISO 8601. */
  readonly beat: string;
  /** True when its owner gave it back. */
  readonly released: boolean;
}

export type LeaseState = 'free' | 'mine' | 'live' | 'expired';

/** What holds of a lease now. */
export interface LeaseView {
  readonly state: LeaseState;
  /** Null when there is none, or when it cannot be read. */
  readonly lease: Lease | null;
  /** Why it is live or expired, in words. */
  readonly reason: string | null;
}

/** What a lease is judged by. */
export interface LeaseScene {
  readonly machine: Machine;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isAlive: (process: ProcessMark) => boolean;
}

/**
 * How long an owner counts that does not show itself. Long enough for a slow test run between two calls, short enough
 * that nobody waits a day for an agent that was killed on another machine.
 */
export const maxSilenceMs = 30 * 60 * 1000;

export const noLease: LeaseView = { state: 'free', lease: null, reason: null };

/**
 * Judges a lease.
 * @param lease the lease
 * @param owner who asks
 * @param scene the machine, the time, the processes
 * @returns whether it is theirs, someone else's, or nobody's
 */
export function judgeLease(lease: Lease, owner: Owner, scene: LeaseScene): LeaseView {
  if (lease.released) return { ...noLease, lease };
  if (isTheirs(lease, owner, scene.machine)) return { state: 'mine', lease, reason: null };
  const over = whyOver(lease, scene);
  if (over !== null) return { state: 'expired', lease, reason: over };
  return {
    state: 'live',
    lease,
    reason: `held by ${holderText(lease, scene.machine)} since ${clockText(lease.since)}`,
  };
}

/**
 * Tells who else works on a run.
 * @param view what holds of its lease
 * @returns the holder; null when it is nobody's, the caller's own, or cannot be understood
 */
export function holderOf({ state, lease }: LeaseView): Holder | null {
  if (state !== 'live' || lease === null) return null;
  const { owner, host, since } = lease;
  return { owner: harmlessLine(owner), host: harmlessLine(host), pid: surePid(lease), since };
}

/**
 * Tells whether a lease that was not given back is an owner's own.
 * @param lease the lease
 * @param owner who asks
 * @param machine where they are
 * @returns true also for what their session, or a process that started them, has taken up
 */
export function isTheirs(lease: Lease, owner: Owner, machine: Machine): boolean {
  if (lease.owner === owner.id && (isSessionOwner(lease.owner) || isHere(lease, machine))) return true;
  if (lease.owner === owner.session || isOfItsAgent(lease, owner, machine)) return true;
  if (!lease.owner.startsWith('process ') || !isSameSpace(lease, machine)) return false;
  return owner.ancestors.some(({ pid, started }) => pid === lease.pid && started === lease.started);
}

/**
 * Tells whether a lease is of the session that an owner works for without knowing it: an MCP server, say, or a shell call that
 * the agent itself started, and that nobody told the session.
 * @param lease the lease
 * @param owner who asks
 * @param machine where they are
 * @returns true when the session's process is the one that the owner stands for
 */
export function isOfItsAgent(lease: Lease, owner: Owner, machine: Machine): boolean {
  return !isSessionOwner(owner.id) && isOfSameAgent(lease, owner, machine);
}

/**
 * Tells whether a lease is of a session of the agent that an owner belongs to.
 * @param lease the lease
 * @param owner who asks
 * @param machine where they are
 * @returns true when the session's process is that of the owner
 */
export function isOfSameAgent(lease: Lease, owner: Owner, machine: Machine): boolean {
  if (owner.process === null) return false;
  const { pid, started } = owner.process;
  const isSame = lease.pid === pid && lease.started === started && isSameSpace(lease, machine);
  return isSame && isSessionOwner(lease.owner);
}

function isHere(lease: Machine, here: Machine): boolean {
  return lease.host === here.host && lease.machine === here.machine;
}

/**
 * Tells whether a process id means the same in two places.
 * @param lease where it was written down
 * @param here where it is looked at
 * @returns false on another machine, in another container, and after a restart
 */
export function isSameSpace(lease: Machine, here: Machine): boolean {
  return isHere(lease, here) && lease.boot === here.boot && lease.pid_space === here.pid_space;
}

function surePid({ pid, unsure }: Lease): number | null {
  return unsure === true ? null : pid;
}

function whyOver(lease: Lease, { machine, now, isAlive }: LeaseScene): string | null {
  const { started } = lease;
  const pid = surePid(lease);
  const isRestarted =
    isHere(lease, machine) && lease.boot !== null && machine.boot !== null && lease.boot !== machine.boot;
  if (isRestarted) return 'the machine was restarted since';
  if (pid !== null && isSameSpace(lease, machine) && !isAlive({ pid, started })) return `its process ${pid} is gone`;
  // A heartbeat from the future is as little worth as one from long ago: the clock was set.
  return isSilent(Date.parse(lease.beat), now) ? `its holder has been silent since ${clockText(lease.beat)}` : null;
}

/**
 * Tells whether a heartbeat is too old.
 * @param beat when it was, in milliseconds since 1970
 * @param now the time
 * @returns true when its owner no longer counts
 */
export function isSilent(beat: number, now: number): boolean {
  return !(Math.abs(now - beat) <= maxSilenceMs);
}

function holderText(lease: Lease, here: Machine): string {
  const { owner, host } = lease;
  const pid = surePid(lease);
  const isLocal = isSameSpace(lease, here);
  const where = isLocal ? '' : ` on ${host}`;
  if (owner.startsWith('process ')) return pid === null ? `another process${where}` : `process ${pid}${where}`;
  return `${owner}${pid === null || !isLocal ? '' : ` (process ${pid})`}${where}`;
}

/**
 * Writes a time to the minute, in UTC, as ids and files have it.
 * @param iso the time, ISO 8601
 * @returns e.g. `2026-01-05 11:40 UTC`
 */
export function clockText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/**
 * Recognises a stored lease.
 * @param value a parsed file
 * @returns true when every member is what it must be
 */
export function isLease(value: unknown): value is Lease {
  if (!isJsonObject(value)) return false;
  const { v, key, owner, host, machine, boot, pid_space, pid, started, since, beat, released } = value;
  return (
    v === 1 &&
    [key, owner, host].every((text) => typeof text === 'string') &&
    [machine, boot, pid_space, started].every(isTextOrNull) &&
    (pid === null || (typeof pid === 'number' && Number.isSafeInteger(pid))) &&
    isIsoTime(since) &&
    isIsoTime(beat) &&
    typeof released === 'boolean'
  );
}
