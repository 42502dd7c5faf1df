import type { CaseContent, CaseFile, NumberSystem, Restoration } from '@cusp/contract/cases';
import type { Language } from '@cusp/contract/wire';
import { connectorSpans } from '@cusp/dental/connector-words';
import { type DrawnConnector, drawnConnectors } from '@cusp/dental/connectors';
import {
  type GroupColour,
  lookOf,
  type RestorationLook,
  typeColour,
} from '@cusp/dental/odontogram/restoration-look';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import type { Jaw } from '@cusp/dental/teeth';
import { foreignWords } from '@cusp/dental/tooth-lists';
import { formatDateTime, formatDay } from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import { fullName } from '@cusp/text/names';
import type { TFunction } from 'i18next';
import type { Skin } from '../../platform/brand/brands.ts';

/** A row of the table of restorations, and how its teeth are drawn. */
export interface OrderedRestoration {
  mark: string;
  color: GroupColour;
  look: RestorationLook;
  /** FDI numbers. */
  teeth: readonly number[];
  arch: Jaw | null;
  /** Whole arches, and free tooth texts of imported orders. */
  places: string[];
  /** Includes a line for each confirmed warning. */
  name: string;
  material: string;
  shade: string;
}

/** Parts of every form of a document. */
interface Headed {
  language: Language;
  brand: { name: string; company: string; color: string };
  title: string;
  /** Name of a document of several forms, on its first one. */
  documentTitle?: string;
}

/** The last page of a document of several forms, which names the cases whose forms are not in it. */
export interface LeftOutContent extends Headed {
  why: string;
  leftOut: readonly string[];
}

/** All texts of an order form. */
export interface OrderFormContent extends Headed {
  url: string;
  openHint: string;
  /** A second code, which leads to the next step of the work; only for the side that works on the case. */
  step: { url: string; hint: string } | null;
  facts: { label: string; lines: string[] }[];
  system: NumberSystem;
  restorations: OrderedRestoration[];
  connectors: DrawnConnector[];
  chart: Record<'upper' | 'lower' | 'right' | 'left', string>;
  table: { heading: string; columns: [teeth: string, name: string, material: string, shade: string] };
  /** Why there are no restorations, and whether scans follow. */
  remarks: string[];
  note: { heading: string; text: string };
  files: { heading: string; rows: [name: string, size: string][] };
  /** Template of page numbers, with `{page}` and `{count}`. */
  page: string;
  /** Shown if the font lacks letters for some text. */
  unprintable: string;
}

interface Source {
  dentalCase: CaseContent;
  files: readonly CaseFile[];
  texts: TFunction;
  language: Language;
  timeZone: string;
  skin: Skin;
  origin: string;
  /** Whether the reader can mark steps of the work. */
  hasSteps: boolean;
}

export const brandOf = (skin: Skin): Headed['brand'] => ({
  name: skin.app_name,
  company: skin.company_name,
  color: skin.main_color,
});

/** The order of a case in the reader's language and the case's number system. */
export function orderFormContent(source: Source): OrderFormContent {
  const { dentalCase, files, texts: t, language, skin, origin, hasSteps } = source;
  const { restorations, connectors, no_restoration_reason, scans_follow } = dentalCase;
  const isEmpty = restorations.length === 0;
  return {
    language,
    brand: brandOf(skin),
    title:
      dentalCase.order_version === 1
        ? t('title', { no: dentalCase.no })
        : t('titleOfVersion', { no: dentalCase.no, version: dentalCase.order_version }),
    url: `${origin}/case/${dentalCase.id}`,
    openHint: t('open', { app: skin.app_name }),
    step: hasSteps ? { url: `${origin}/case/${dentalCase.id}/step`, hint: t('step') } : null,
    facts: factsOf(source),
    system: dentalCase.number_sys,
    restorations: restorations.map((each, index) => orderedOf(each, index, t)),
    connectors: drawnConnectors(restorations, connectors),
    chart: {
      upper: t('dental:chart.upper'),
      lower: t('dental:chart.lower'),
      right: t('dental:chart.right'),
      left: t('dental:chart.left'),
    },
    table: {
      heading: t('cases:detail.restorations'),
      columns: [
        t('dental:words.teeth'),
        t('dental:words.restoration'),
        t('dental:words.material'),
        t('dental:words.shade'),
      ],
    },
    remarks: [
      ...(isEmpty ? [t('cases:detail.noRestorations'), no_restoration_reason] : []),
      ...connectorLines(dentalCase, t),
      ...(scans_follow ? [t('cases:detail.scansFollow')] : []),
      ...(dentalCase.proposal?.state === 'open' ? [t('changeWaits')] : []),
    ].filter(Boolean),
    note: { heading: t('cases:detail.note'), text: dentalCase.note.trim() },
    files: {
      heading: t('cases:detail.attachments'),
      rows: files.map(({ filename, size }) => [filename, fileSize(size, language, 'decimal')]),
    },
    page: t('page', { page: '{page}', total: '{count}' }),
    unprintable: t('unprintable'),
  };
}

/** Which units are joined, and which neighbours are separate although one is part of a bridge. */
export function connectorLines(
  { connectors, number_sys }: Pick<CaseContent, 'connectors' | 'number_sys'>,
  t: TFunction,
): string[] {
  // Corners of Palmer are drawn, so a text has letters instead.
  const system = number_sys === 'Palmer' ? 'PalmerDigital' : number_sys;
  const layers = connectorSpans(connectors, system);
  return (['joined', 'separate'] as const).flatMap((label) => {
    const teeth = layers.flatMap(({ layer, [label]: spans }) => {
      if (spans.length === 0) return [];
      const word = spans.join(', ');
      return layer ? t('dental:connectors.inLayer', { word, layer: t(`dental:layers.${layer}`) }) : word;
    });
    return teeth.length === 0 ? [] : [t(`dental:connectors.${label}`, { teeth: teeth.join('; ') })];
  });
}

function factsOf({ dentalCase, texts: t, language, timeZone }: Source): OrderFormContent['facts'] {
  const { patient, author, to } = dentalCase;
  const fact = (label: string, ...lines: string[]) => ({
    label,
    lines: lines.filter(Boolean).length > 0 ? lines.filter(Boolean) : ['–'],
  });
  const person = (username: string) => username || t('common:unknown');
  return [
    fact(t('cases:detail.patient'), fullName(patient.firstname, patient.lastname)),
    fact(
      t('cases:detail.sexAndBirth'),
      [patient.sex && t(`cases:detail.sex.${patient.sex}`), formatDay(patient.birdt, language)]
        .filter(Boolean)
        .join(', '),
    ),
    fact(t('cases:detail.author'), person(author.username), author.institution),
    fact(t('cases:detail.recipient'), person(to.username), to.institution),
    fact(t('cases:detail.sent'), formatDateTime(dentalCase.published_date, language, timeZone)),
    fact(t('cases:detail.delivery'), formatDay(dentalCase.deliverydt, language)),
    ...(dentalCase.appointment
      ? [fact(t('cases:detail.appointment'), formatDay(dentalCase.appointment, language))]
      : []),
    fact(t('cases:detail.orderId'), dentalCase.no),
    fact(t('dental:chart.system'), ...systemNames(dentalCase.number_sys, t)),
  ];
}

/** With `Primary`, permanent teeth are written in Universal, which a note explains. */
function systemNames(system: NumberSystem, t: TFunction): string[] {
  const name = t(`dental:systems.${system}`);
  return system === 'Primary'
    ? [name, `${t('dental:chart.permanent')}: ${t('dental:systems.Universal')}`]
    : [name];
}

function orderedOf(restoration: Restoration, index: number, t: TFunction): OrderedRestoration {
  const { type, displayName, material, shade, stump_shade, arch, teeth, meant } = restoration;
  const name = isRestorationType(type) ? t(`dental:types.${type}`) : displayName;
  return {
    mark: String(index + 1),
    color: typeColour(type),
    look: lookOf(type),
    teeth,
    arch,
    places: [
      ...(arch ? [t(`dental:chart.${arch}`)] : []),
      ...foreignWords(restoration, (word) => t('dental:chart.foreignWord', { word })),
    ],
    name: [name, ...meant.map((code) => t(`dental:meant.${code}`))].join('\n'),
    material: isMaterial(material.code) ? t(`dental:materials.${material.code}`) : material.name,
    shade: [shade, stump_shade && `${t('dental:words.stumpShade')} ${stump_shade}`]
      .filter(Boolean)
      .join(', '),
  };
}
