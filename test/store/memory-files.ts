// The store's file calls in memory: a small model of a disk that knows which bytes and names survive a power cut.

import path from 'node:path';
import type { Files } from '../../src/store/file/files.js';

/** Bytes with a number, so that states can be compared. */
interface Content {
  readonly id: number;
  readonly bytes: Buffer;
}

const contents = new Map<string, Content>();

function contentOf(before: Content | null, more: Buffer): Content {
  const name = `${before?.id ?? 0}+${more.toString('latin1')}`;
  const content = contents.get(name) ?? {
    id: contents.size + 1,
    bytes: Buffer.concat([before?.bytes ?? Buffer.alloc(0), more]),
  };
  contents.set(name, content);
  return content;
}

interface Inode {
  readonly content: Content;
  /** How many bytes survive a power cut. */
  readonly synced: number;
}

/** A log gets the lowest free inode, as ext4 does: inodes are reused. Other files never change: one inode per content. */
const firstOther = 1000;

export class MemoryFiles implements Files {
  readonly #names: Map<string, number>;
  /** The names as of the last sync of their folder. */
  readonly #durable: Map<string, number>;
  readonly #inodes: Map<number, Inode>;
  readonly #fds: Map<number, number>;
  /** What stood in logs that were renamed. */
  purged: string;
  #process = 0;

  constructor(from?: MemoryFiles) {
    this.#names = new Map(from === undefined ? [] : from.#names);
    this.#durable = new Map(from === undefined ? [] : from.#durable);
    this.#inodes = new Map(from === undefined ? [] : from.#inodes);
    this.#fds = new Map(from === undefined ? [] : from.#fds);
    this.purged = from?.purged ?? '';
  }

  /** The calls that follow are those of this process: each has its own descriptors. */
  actAs(process: number): this {
    this.#process = process;
    return this;
  }

  /** Names what is on the disk: equal names, equal disks. */
  diskName(): string {
    const inodes = [...this.#inodes].map(([inode, { content, synced }]) => `${inode}=${content.id}.${synced}`);
    return [inodes, pairs(this.#names), pairs(this.#durable)].map((list) => list.sort().join(' ')).join('|');
  }

  descriptors(): string {
    return pairs(this.#fds).sort().join(' ');
  }

  text(file: string): string | null {
    const inode = this.#names.get(file);
    return inode === undefined ? null : this.#inode(inode).content.bytes.toString('utf8');
  }

  isLog(fd: number): boolean {
    return this.#at(fd) < firstOther;
  }

  /** Names what a descriptor leads to. */
  contentName(fd: number): string {
    return `${this.#at(fd)}.${this.#inode(this.#at(fd)).content.id}`;
  }

  /** All processes die: what was written is there. */
  afterKill(): MemoryFiles {
    const files = new MemoryFiles(this);
    files.#fds.clear();
    return files.#free();
  }

  /** The power is cut: every combination of what can survive of these files. */
  *afterPowerCut([file, ...others]: readonly string[]): Iterable<MemoryFiles> {
    if (file === undefined) yield this.afterKill();
    else for (const files of this.#cuts(file)) yield* files.afterPowerCut(others);
  }

  /** A name that was not synced survives or not; so do its synced bytes, with any prefix of the others. */
  *#cuts(file: string): Iterable<MemoryFiles> {
    const [now, before] = [this.#names.get(file), this.#durable.get(file)];
    if (now !== before) {
      const files = new MemoryFiles(this);
      if (before === undefined) files.#names.delete(file);
      else files.#names.set(file, before);
      yield files.#free();
    }
    if (now === undefined) return;
    const { content, synced } = this.#inode(now);
    const { bytes } = content;
    const lengths = new Set([synced, Math.max(synced, bytes.length - 1)]);
    if (now < firstOther) for (let at = synced; at >= 0; at = bytes.indexOf('\n', at + 1)) lengths.add(at);
    for (const length of lengths.add(bytes.length)) {
      const files = new MemoryFiles(this);
      const kept = length === bytes.length ? content : contentOf(null, bytes.subarray(0, length));
      const inode = now < firstOther ? now : firstOther + kept.id;
      files.#inodes.set(inode, { content: kept, synced: length });
      files.#names.set(file, inode);
      yield files.#free();
    }
  }

  openRead(file: string): number | null {
    const inode = this.#names.get(file);
    return inode === undefined ? null : this.#open(inode);
  }
  openAppend(file: string): number {
    return this.#open(this.#names.get(file) ?? this.#create(file, Buffer.alloc(0)));
  }
  stat(fd: number): { readonly size: number; readonly inode: number } {
    return { size: this.#inode(this.#at(fd)).content.bytes.length, inode: this.#at(fd) };
  }
  inodeAt(file: string): number | null {
    return this.#names.get(file) ?? null;
  }
  read(fd: number, position: number, length: number): Buffer {
    return this.#inode(this.#at(fd)).content.bytes.subarray(position, position + length);
  }
  append(fd: number, bytes: Buffer): number {
    const { content, synced } = this.#inode(this.#at(fd));
    this.#inodes.set(this.#at(fd), { content: contentOf(content, bytes), synced });
    return bytes.length;
  }
  sync(fd: number): void {
    const { content } = this.#inode(this.#at(fd));
    this.#inodes.set(this.#at(fd), { content, synced: content.bytes.length });
  }
  syncFolder(folder: string): void {
    const isIn = (file: string): boolean => path.dirname(file) === folder;
    for (const file of [...this.#durable.keys()].filter(isIn)) this.#durable.delete(file);
    for (const [file, inode] of this.#names) if (isIn(file)) this.#durable.set(file, inode);
    this.#free();
  }
  close(fd: number): void {
    this.#fds.delete(fd);
    this.#free();
  }
  create(file: string, bytes: Buffer): void {
    if (this.#names.has(file)) throw errno('EEXIST');
    this.#create(file, bytes);
  }
  rename(from: string, to: string): void {
    const inode = this.#names.get(from);
    if (inode === undefined) throw errno('ENOENT');
    if (inode < firstOther) this.purged += this.text(from) ?? '';
    this.#names.delete(from);
    this.#names.set(to, inode);
    this.#free();
  }
  remove(file: string): void {
    this.#names.delete(file);
    this.#free();
  }
  names(folder: string): readonly string[] {
    const files = [...this.#names.keys()].filter((file) => path.dirname(file) === folder);
    return files.map((file) => path.basename(file)).sort();
  }
  makeFolder(): void {}
  refuseLinks(): void {}
  sweep(): void {}
  sleep(): void {}
  #ids = 0;
  randomId(): string {
    return `id${++this.#ids}`;
  }

  #at(fd: number): number {
    const inode = this.#fds.get(fd);
    if (inode === undefined) throw errno('EBADF');
    return inode;
  }
  #inode(inode: number): Inode {
    const found = this.#inodes.get(inode);
    if (found === undefined) throw new Error(`no inode ${inode}`);
    return found;
  }
  #open(inode: number): number {
    let fd = this.#process * 100 + 3;
    while (this.#fds.has(fd)) fd++;
    this.#fds.set(fd, inode);
    return fd;
  }
  #create(file: string, bytes: Buffer): number {
    const content = contentOf(null, bytes);
    let inode = file.endsWith('.jsonl') ? 1 : firstOther + content.id;
    while (inode < firstOther && this.#inodes.has(inode)) inode++;
    this.#inodes.set(inode, { content, synced: 0 });
    this.#names.set(file, inode);
    return inode;
  }
  /** Frees the inodes that nothing leads to any more. */
  #free(): this {
    const used = new Set([...this.#names.values(), ...this.#durable.values(), ...this.#fds.values()]);
    for (const inode of this.#inodes.keys()) if (!used.has(inode)) this.#inodes.delete(inode);
    return this;
  }
}

function pairs(map: ReadonlyMap<string | number, number>): string[] {
  return [...map].map(([name, value]) => `${name}=${value}`);
}

function errno(code: string): Error {
  return Object.assign(new Error(code), { code });
}
