import { contactScale } from '../maps/scale.ts';
import type { Jaw } from '../plan-scene.ts';
import type { Patches } from '../surfaces/patches.ts';
import type { ScanId } from '../surfaces/places.ts';
import { MapTool } from './map-tool.ts';
import type { MapTurn } from './map-work.ts';
import { type ScanPart, standIn, type Workbench } from './tool.ts';
import { Watched } from './watched.ts';

/** Millimetres of gap or penetration up to which jaws are compared. */
const contactReach = 2;

interface ContactSettings {
  /** Deepest penetration and widest gap of the colours; millimetres. */
  from: number;
  to: number;
  /** Up to this gap it counts as contact; millimetres. */
  upTo: number;
}

const usual: ContactSettings = { from: -0.5, to: 1, upTo: 0.05 };
const jaws: readonly Jaw[] = ['upper', 'lower'];

/** How far the jaws are from each other, in colours on both. */
export class ContactTool extends MapTool {
  readonly settings = new Watched(usual);
  /** The jaws that are not in the picture; without both there is no map. */
  readonly missing = new Watched<readonly Jaw[]>([]);
  readonly contacts = new Watched<Partial<Record<Jaw, Patches>>>({});
  #counting = new AbortController();
  /** What it was worked out for. */
  #jaws = '';

  constructor(bench: Workbench) {
    super(bench, contactScale(usual.from, usual.to));
    void this.start();
  }

  async start(): Promise<void> {
    this.#jaws = standIn(this.#all);
    this.map.clear();
    this.contacts.set({});
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
      const { values } = await this.bench.surfaces.ask('distances', ask, {
        signal,
        progress: (share) => progress((i + share) / all.length),
      });
      this.map.show(scan, values);
    }
    await this.#count();
  }

  async #count(): Promise<void> {
    this.#counting.abort();
    this.#counting = new AbortController();
    const { signal } = this.#counting;
    const count = async (scan: ScanId): Promise<Patches> => {
      const values = this.map.valuesOf(scan);
      if (!values) return { count: 0, area: 0 };
      return this.bench.surfaces.ask('patches', { scan, values, upTo: this.settings.get().upTo }, { signal });
    };
    const found: Partial<Record<Jaw, Patches>> = {};
    try {
      for (const jaw of jaws) {
        const each = await Promise.all(this.#scansOf(jaw).map(({ id }) => count(id)));
        found[jaw] = each.reduce((a, b) => ({ count: a.count + b.count, area: a.area + b.area }));
      }
    } catch {
      // Asked anew meanwhile, or the scan is gone: then the whole map is worked out again.
      return;
    }
    this.contacts.set(found);
  }

  protected override scansChanged(): void {
    if (this.#jaws !== standIn(this.#all)) void this.start();
  }

  /** Only the jaws themselves bite: no scan from before, no scan body, no design. */
  #scansOf(jaw: Jaw): ScanPart[] {
    return this.bench.scans().filter(({ layer }) => layer === `${jaw}-jaw`);
  }

  get #all(): ScanPart[] {
    return jaws.flatMap((jaw) => this.#scansOf(jaw));
  }

  get #scale() {
    const { from, to } = this.settings.get();
    return contactScale(from, to);
  }
}
