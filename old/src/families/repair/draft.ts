// A document under repair. Every change goes through here, so that each leaves an item and no value is lost.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject, type Json, pointer, sameJson, stepsOf } from '../../rules/json/json.js';
import { copyMutable, type MutableJson, type MutableJsonObject } from '../../rules/json/mutable.js';
import { carries } from './leaves.js';
import { Places } from './places.js';
import { deleteAt, renameMember, valueAt, writeAt } from './tree.js';
import type { RepairItem, RepairKind, Undecided, UndecidedCode } from './types.js';

/** A document under repair, with the report of what was done. */
export class Draft {
  readonly root: MutableJsonObject;
  readonly items: RepairItem[] = [];
  readonly undecided: Undecided[] = [];
  readonly #kept: MutableJson[] = [];
  readonly #places: Places;
  readonly #origin: string;
  /** As it was found. */
  readonly #found: MutableJsonObject;

  /**
   * @param root the document; the draft owns it
   * @param origin where it stands in the original, e.g. `/0`
   */
  constructor(root: MutableJsonObject, origin = '') {
    this.root = root;
    this.#places = new Places(origin);
    this.#origin = origin;
    this.#found = { root: copyMutable(root) };
  }

  /**
   * Reads a value.
   * @param steps where
   * @returns the value; undefined when nothing is there
   */
  get(...steps: Steps): MutableJson | undefined {
    return valueAt(this.root, steps);
  }

  /**
   * Sets a value. What the new value does not say is kept.
   * @param steps where; the object that holds it must exist
   * @param value the new value
   * @param kind what kind of change it is, when something was there; else it is inferred
   * @param why in words
   */
  set(steps: Steps, value: Json, kind: RepairKind, why: string): void {
    const old = this.get(...steps);
    if (old !== undefined && sameJson(old, value)) return;
    const holder = this.get(...steps.slice(0, -1));
    if (typeof holder !== 'object' || holder === null) return;
    const became = copyMutable(value);
    writeAt(this.root, steps, copyMutable(value));
    if (old === undefined) {
      this.#places.own(steps);
      this.items.push({ kind: kind === 'conflict' ? kind : 'inferred', path: pointer(...steps), became, why });
      return;
    }
    const path = this.#places.originOf(steps);
    if (!carries(old, value)) {
      if (this.#places.isOriginal(steps)) this.#keepFound(path, old);
      this.#places.own(steps);
    }
    this.items.push({ kind, path, ...this.#to(path, steps), was: copyMutable(old), became, why });
  }

  /**
   * Takes a value out of the format, into `pawl.repaired`.
   * @param steps where; nothing happens when nothing is there
   * @param why in words
   * @param kind what kind of change it is
   */
  setAside(steps: Steps, why: string, kind: RepairKind = 'kept'): void {
    const old = this.get(...steps);
    if (old === undefined || steps.length === 0) return;
    const path = this.#places.originOf(steps);
    deleteAt(this.root, steps);
    if (this.#places.isOriginal(steps)) this.#keepFound(path, old);
    this.items.push({ kind, path, to: '/pawl/repaired', was: copyMutable(old), why });
  }

  /**
   * Takes a value out that now stands elsewhere as well.
   * @param steps where
   * @param to where it stands now
   * @param why in words
   */
  drop(steps: Steps, to: Steps, why: string): void {
    const old = this.get(...steps);
    if (old === undefined) return;
    const path = this.#places.originOf(steps);
    deleteAt(this.root, steps);
    this.#places.hold(to);
    this.items.push({ kind: 'moved', path, to: pointer(...to), was: copyMutable(old), why });
  }

  /**
   * Moves a value; within one object it keeps its place among the members.
   * @param from where it stands, not in a list
   * @param to where nothing stands
   * @param kind what kind of change it is
   * @param why in words
   */
  move(from: Steps, to: Steps, kind: RepairKind, why: string): void {
    const value = this.get(...from);
    if (value === undefined || this.get(...to) !== undefined) return;
    const path = this.#places.originOf(from);
    const holder = this.get(...from.slice(0, -1));
    const isNear = sameJson(from.slice(0, -1), to.slice(0, -1)) && isJsonObject(holder);
    if (isNear) renameMember(holder, String(from.at(-1)), String(to.at(-1)));
    else {
      deleteAt(this.root, from);
      writeAt(this.root, to, value);
    }
    this.#places.move(from, to);
    this.items.push({ kind, path, to: pointer(...to), was: copyMutable(value), became: copyMutable(value), why });
  }

  /**
   * Reports a value that stands beside the document: another value of a repeated key, a member that was taken out.
   * @param path where it stood in the original
   * @param was the value
   * @param why in words
   * @param kind what kind of change it is
   */
  keepBeside(path: string, was: Json, why: string, kind: RepairKind): void {
    this.#keep(path, was);
    this.items.push({ kind, path, to: '/pawl/repaired', was: copyMutable(was), why });
  }

  /**
   * Leaves something to a person.
   * @param code what kind of decision it is
   * @param path where
   * @param message what is the matter
   * @param fix what to write
   */
  ask(code: UndecidedCode, path: string, message: string, fix?: string): void {
    this.undecided.push({ code, path, message, ...(fix === undefined ? {} : { fix }) });
  }

  /** Writes `pawl.repaired`. Once, at the end. */
  finish(): void {
    if (this.#kept.length === 0) return;
    if (!isJsonObject(this.root['pawl'])) {
      this.setAside(['pawl'], 'pawl is an object of pawl’s own');
      this.root['pawl'] = {};
    }
    const earlier = this.get('pawl', 'repaired');
    if (earlier !== undefined && !Array.isArray(earlier)) {
      this.setAside(['pawl', 'repaired'], 'repaired is the list of what had no place');
    }
    writeAt(this.root, ['pawl', 'repaired'], [...(Array.isArray(earlier) ? earlier : []), ...this.#kept]);
  }

  /** Earlier steps may have written more into a value, or into a list around it: what was found counts. */
  #keepFound(path: string, old: Json): void {
    const found = valueAt(this.#found, ['root', ...stepsOf(path.slice(this.#origin.length))]);
    this.#keep(path, found !== undefined && carries(found, old) ? found : old);
  }

  #keep(path: string, was: Json): void {
    this.#kept.push({ path, was: copyMutable(was) });
  }

  #to(path: string, steps: Steps): { to?: string } {
    const to = pointer(...steps);
    return to === path ? {} : { to };
  }
}
