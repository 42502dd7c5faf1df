/**
 * The catalogue of a lab: types of restoration, their possible materials, and which colours an order must name. Codes
 * are used on the wire; names here are English, other languages are in `dental.json`. Unknown codes, such as the words
 * of foreign orders, are kept and have no requirements.
 */

/** `tooth`: on teeth. `arch`: an appliance for a whole jaw. `either`: the order decides. */
type RestorationScope = 'tooth' | 'arch' | 'either';
export type ColourNeed = 'required' | 'optional' | 'none';

interface MaterialFacts {
  readonly name: string;
  /** Whether a shade can be chosen: metals and plaster have their own colour, and wax is never worn. */
  readonly shaded: boolean;
  /** Whether light passes through, so that the colour of the stump shows. */
  readonly translucent: boolean;
}

const material = (name: string, shaded: boolean, translucent = false): MaterialFacts => ({
  name,
  shaded,
  translucent,
});

export const MATERIALS = {
  zirconia: material('Zirconia', true),
  zirconia_multilayer: material('Multilayer zirconia', true, true),
  zirconia_layered: material('Zirconia, layered', true),
  lithium_disilicate: material('Lithium disilicate', true, true),
  feldspathic: material('Feldspathic ceramic', true, true),
  hybrid_ceramic: material('Hybrid ceramic', true, true),
  pfm: material('Porcelain fused to metal', true),
  cocr: material('Cobalt-chromium', false),
  full_cast_metal: material('Full cast metal', false),
  gold: material('Gold alloy', false),
  titanium: material('Titanium', false),
  peek: material('PEEK', false),
  glass_fibre: material('Glass fibre', false),
  composite: material('Composite', true, true),
  pmma: material('PMMA', true),
  acrylic: material('Acrylic', true),
  polyamide: material('Flexible polyamide', true),
  resin: material('Printed resin', true),
  thermoplastic: material('Thermoforming foil', false),
  stainless_steel: material('Stainless steel', false),
  wax: material('Wax', false),
  plaster: material('Dental stone', false),
} as const satisfies Readonly<Record<string, MaterialFacts>>;

export type Material = keyof typeof MATERIALS;

interface TypeFacts {
  readonly name: string;
  readonly scope: RestorationScope;
  /** In the order offered, the most usual one first. */
  readonly materials: readonly Material[];
  /** `material`: required if the material can be shaded. */
  readonly shade: ColourNeed | 'material';
  /** Covers a prepared tooth, whose colour shows through a translucent material. */
  readonly onStump: boolean;
  readonly onPrimary: boolean;
  /** Whether it can be a unit of a bridge, joined to its neighbours. */
  readonly joins: boolean;
}

const CROWN: readonly Material[] = [
  'zirconia_multilayer',
  'zirconia',
  'zirconia_layered',
  'lithium_disilicate',
  'hybrid_ceramic',
  'pfm',
  'full_cast_metal',
  'gold',
  'cocr',
  'titanium',
  'composite',
];
const PARTIAL: readonly Material[] = [
  'lithium_disilicate',
  'hybrid_ceramic',
  'feldspathic',
  'zirconia_multilayer',
  'composite',
  'gold',
  'full_cast_metal',
];
const BRIDGE: readonly Material[] = [
  'zirconia_multilayer',
  'zirconia',
  'zirconia_layered',
  'lithium_disilicate',
  'pfm',
  'full_cast_metal',
  'gold',
  'cocr',
  'titanium',
  'pmma',
];
const MODEL: readonly Material[] = ['resin', 'plaster'];

type Options = Partial<Pick<TypeFacts, 'shade' | 'onStump' | 'onPrimary' | 'joins'>>;

const onTooth = (name: string, materials: readonly Material[], options: Options = {}): TypeFacts => ({
  name,
  scope: 'tooth',
  materials,
  shade: 'material',
  onStump: false,
  onPrimary: false,
  joins: false,
  ...options,
});
const forArch = (
  name: string,
  materials: readonly Material[],
  shade: ColourNeed | 'material' = 'none',
): TypeFacts => ({
  ...onTooth(name, materials, { shade, onPrimary: true }),
  scope: 'arch',
});

export const RESTORATION_TYPES = {
  crown: onTooth('Crown', CROWN, { onStump: true, onPrimary: true, joins: true }),
  coping: onTooth('Coping', ['zirconia', 'lithium_disilicate', 'cocr', 'titanium', 'gold', 'peek'], {
    shade: 'optional',
    onStump: true,
    joins: true,
  }),
  telescopic_crown: onTooth('Telescopic crown', ['cocr', 'gold', 'zirconia', 'titanium', 'peek'], {
    shade: 'optional',
  }),
  inlay: onTooth('Inlay', PARTIAL, { onStump: true, onPrimary: true }),
  onlay: onTooth('Onlay', PARTIAL, { onStump: true, onPrimary: true }),
  overlay: onTooth('Overlay', PARTIAL, { onStump: true, onPrimary: true }),
  veneer: onTooth(
    'Veneer',
    ['lithium_disilicate', 'feldspathic', 'zirconia_multilayer', 'hybrid_ceramic', 'composite'],
    {
      onStump: true,
    },
  ),
  bridge_abutment: onTooth('Bridge abutment', BRIDGE, { onStump: true, onPrimary: true, joins: true }),
  pontic: onTooth('Pontic', BRIDGE, { onPrimary: true, joins: true }),
  inlay_retainer: onTooth('Inlay bridge retainer', ['zirconia', 'lithium_disilicate', 'gold', 'cocr'], {
    onStump: true,
    joins: true,
  }),
  adhesive_wing: onTooth('Adhesive bridge wing', ['zirconia', 'lithium_disilicate', 'cocr'], {
    onStump: true,
    joins: true,
  }),
  implant_abutment: onTooth('Implant abutment', ['titanium', 'zirconia', 'cocr', 'peek'], {
    shade: 'optional',
  }),
  implant_crown: onTooth('Implant crown, cemented', CROWN, { joins: true }),
  screw_retained: onTooth('Implant crown, screw-retained', CROWN, { joins: true }),
  post_and_core: onTooth('Post and core', ['cocr', 'gold', 'titanium', 'glass_fibre', 'zirconia'], {
    shade: 'optional',
  }),
  provisional: onTooth('Provisional', ['pmma', 'composite', 'resin', 'acrylic'], {
    onPrimary: true,
    joins: true,
  }),
  wax_up: onTooth('Wax-up', ['wax', 'resin'], { shade: 'none', joins: true }),
  splint: forArch('Splint, night guard', ['pmma', 'resin', 'acrylic', 'thermoplastic']),
  sports_guard: forArch('Sports mouthguard', ['thermoplastic']),
  complete_denture: forArch('Complete denture', ['acrylic', 'pmma', 'resin'], 'required'),
  partial_denture: forArch('Removable partial denture', ['cocr', 'acrylic', 'polyamide', 'peek'], 'required'),
  surgical_guide: forArch('Surgical guide', ['resin', 'pmma', 'titanium']),
  custom_tray: forArch('Custom tray', ['resin', 'acrylic']),
  bleaching_tray: forArch('Bleaching tray', ['thermoplastic']),
  retainer: forArch('Retainer', ['thermoplastic', 'stainless_steel', 'titanium', 'acrylic']),
  aligner: forArch('Aligner', ['thermoplastic']),
  space_maintainer: forArch('Space maintainer', ['stainless_steel', 'cocr', 'acrylic']),
  aligner_model: forArch('Aligner model', MODEL),
  working_model: forArch('Working model', MODEL),
  study_model: forArch('Study model', MODEL),
  other: {
    ...onTooth('Other', Object.keys(MATERIALS) as Material[], { shade: 'optional', onPrimary: true }),
    scope: 'either',
    joins: true,
  },
} as const satisfies Readonly<Record<string, TypeFacts>>;

type RestorationType = keyof typeof RESTORATION_TYPES;

export const RESTORATION_TYPE_CODES = Object.keys(RESTORATION_TYPES) as RestorationType[];

export function isRestorationType(code: string): code is RestorationType {
  return Object.hasOwn(RESTORATION_TYPES, code);
}

export function isMaterial(code: string): code is Material {
  return Object.hasOwn(MATERIALS, code);
}

const CODE_OF_NAME = new Map(
  RESTORATION_TYPE_CODES.map((code) => [RESTORATION_TYPES[code].name.toLowerCase(), code]),
);

/**
 * The code for another spelling of a catalogue type (`Crown`, `Implant-Crown`, `Implant crown, cemented`), so that the
 * rules for orders apply to it. Any other word is returned unchanged.
 */
export function typeCodeOf(word: string): string {
  const plain = word.toLowerCase();
  const code = plain.replace(/[\s_-]+/g, '_');
  return isRestorationType(code) ? code : (CODE_OF_NAME.get(plain) ?? word);
}

/** Facts about a type code; unknown words are treated as `other`. */
export function restorationFacts(type: string): TypeFacts {
  return isRestorationType(type) ? RESTORATION_TYPES[type] : RESTORATION_TYPES.other;
}
