import { contactScale } from '../maps/scale.ts';
import type { Jaw } from '../plan-scene.ts';
import type { Patches } from '../surfaces/patches.ts';
import type { ScanId } from '../surfaces/places.ts';
import { MapTool } from './map-tool.ts';
import type { MapTurn } from './map-work.ts';
import { type ScanPart, scansKey, type ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

/** Maximum gap or penetration in millimetres. */
const contactReach = 2;

interface ContactSettings {
  /** Deepest penetration and widest gap of the colours, in millimetres. */
  from: number;
  to: number;
  /** The widest gap that counts as contact, in millimetres. */
  upTo: number;
}

const usual: ContactSettings = { from: -0.5, to: 1, upTo: 0.05 };
/** The selectable contact gaps in millimetres. */
export const contactPresets = [0.008, 0.02, 0.05, 0.1, 0.2] as const;

/** The relation of the jaws: in bite, too far apart, or one inside the other. */
type Bite = 'closed' | 'apart' | 'through';

/** Jaws in bite are somewhere closer than this, in millimetres. */
const nearInBite = 1;
/** Only few places of jaws in bite penetrate deeper than this, in millimetres. */
const deepInBite = 0.5;
/** Maximum share of near places with deep penetration: with more, the scans are not aligned. */
const maxDeepShare = 0.25;

/** Judges by the distances of the vertices of both jaws; NaN if the other jaw is out of reach. */
export function biteOf(distances: Iterable<number>): Bite {
  let near = 0;
  let deep = 0;
  for (const distance of distances) {
    if (!(distance <= nearInBite)) continue;
    near += 1;
    if (distance < -deepInBite) deep += 1;
  }
  if (near === 0) return 'apart';
  return deep > near * maxDeepShare ? 'through' : 'closed';
}

const jaws: readonly Jaw[] = ['upper', 'lower'];

/** The distance between the jaws, as colours on both. */
export class ContactTool extends MapTool {
  readonly settings = new Watched(usual);
  /** The jaws that are not shown; the map needs both. */
  readonly missing = new Watched<readonly Jaw[]>([]);
  /** The relation of the jaws; undefined until it is known. */
  readonly bite = new Watched<Bite | undefined>(undefined);
  readonly contacts = new Watched<Partial<Record<Jaw, Patches>>>({});
  #counting = new AbortController();
  /** Key of the inputs of the current result. */
  #jaws = '';

  constructor(context: ToolContext) {
    super(context, contactScale(usual.from, usual.to));
    void this.start();
  }

  async start(): Promise<void> {
    this.#jaws = scansKey(this.#all);
    this.#counting.abort();
    this.map.clear();
    this.contacts.set({});
    this.bite.set(undefined);
    this.missing.set(jaws.filter((jaw) => this.#scansOf(jaw).length === 0));
    if (this.missing.get().length > 0) return this.work.dispose();
    await this.work.start((turn) => this.#compare(turn));
  }

  set(settings: Partial<ContactSettings>): void {
    this.settings.set({ ...this.settings.get(), ...settings });
    if (settings.upTo === undefined) this.map.rescale(this.#scale);
    else void this.#count();
  }

  override dispose(): void {
    this.#counting.abort();
    super.dispose();
  }

  async #compare({ signal, progress }: MapTurn): Promise<void> {
    const all = this.#all;
    for (const [i, scan] of all.entries()) {
      const to = all.filter(({ layer }) => layer !== scan.layer).map(({ id }) => id);
      const ask = { scan: scan.id, to, reach: contactReach, isBite: true };
      const { values } = await this.context.surfaces.ask('distances', ask, {
        signal,
        progress: (share) => progress((i + share) / all.length),
      });
      this.map.show(scan, values);
    }
    this.bite.set(biteOf(this.#distances()));
    await this.#count();
  }

  *#distances(): Iterable<number> {
    for (const { id } of this.#all) yield* this.map.valuesOf(id) ?? [];
  }

  async #count(): Promise<void> {
    this.#counting.abort();
    this.#counting = new AbortController();
    const { signal } = this.#counting;
    const count = async (scan: ScanId): Promise<Patches> => {
      const values = this.map.valuesOf(scan);
      if (!values) throw new Error('not compared');
      return this.context.surfaces.ask(
        'patches',
        { scan, values, upTo: this.settings.get().upTo },
        { signal },
      );
    };
    const found: Partial<Record<Jaw, Patches>> = {};
    try {
      for (const jaw of jaws) {
        const each = await Promise.all(this.#scansOf(jaw).map(({ id }) => count(id)));
        found[jaw] = each.reduce((a, b) => ({ count: a.count + b.count, area: a.area + b.area }));
      }
    } catch {
      // A jaw that is not compared yet, or was stopped, is not one without contacts. Else a newer request superseded
      // this one, or the scan was removed: the whole map is then computed again.
      return;
    }
    this.contacts.set(found);
  }

  protected override scansChanged(): void {
    if (this.#jaws !== scansKey(this.#all)) void this.start();
  }

  /** Only the jaws themselves: no pre-op scan, scan body or design. */
  #scansOf(jaw: Jaw): ScanPart[] {
    return this.context.scans().filter(({ layer }) => layer === `${jaw}-jaw`);
  }

  get #all(): ScanPart[] {
    return jaws.flatMap((jaw) => this.#scansOf(jaw));
  }

  get #scale() {
    const { from, to } = this.settings.get();
    return contactScale(from, to);
  }
}
