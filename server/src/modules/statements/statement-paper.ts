import type { OrderRestoration } from '@cusp/contract/order-fields';
import type { StatementMaterial } from '@cusp/contract/statements';
import type { Language } from '@cusp/contract/wire';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { foreignWords } from '@cusp/dental/tooth-lists';
import { formatDateTime, formatDay } from '@cusp/text/dates';
import type { TFunction } from 'i18next';
import type { Skin } from '../../platform/brand/brands.ts';
import type { StatementContent } from '../../platform/db/tables/statements.ts';
import { DrawingPool, type Requester } from '../../platform/paper/drawing-pool.ts';
import type { Services } from '../../platform/services.ts';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import { connectorLines } from '../order-form/order-form-content.ts';
import { toothWords } from '../order-form/paper/tooth-words.ts';

export type Fact = readonly [label: string, value: string];

/** All texts of a statement on paper. */
export interface StatementPaper {
  language: Language;
  brand: { name: string; color: string };
  title: string;
  law: string;
  facts: readonly Fact[];
  /** Headings with their paragraphs. */
  parts: { heading: string; paragraphs: string[] }[];
  foot: string;
  /** Below the footer if the order has letters that the font lacks. */
  unprintable: string;
  /** Template of page numbers, with `{page}` and `{count}`. */
  page: string;
}

export interface Issue {
  no: string;
  version: number;
  issuedAt: Date;
  issuer: string;
  timeZone: string;
  skin: Skin;
}

const pool = new DrawingPool<StatementPaper>(new URL('./paper/statement-worker.ts', import.meta.url), {
  threads: 1,
});

/** Draws a statement in these languages. */
export async function drawStatement(
  { config }: Services,
  content: StatementContent,
  issue: Issue,
  languages: readonly Language[],
  requester: Requester,
): Promise<{ language: Language; pdf: string }[]> {
  const texts = await loadTexts('statements', 'common', 'order-form', 'dental', 'cases');
  const papers = [];
  for (const language of languages) {
    const paper = paperOf(content, issue, { language, t: texts.getFixedT(language) });
    const bytes = await pool.draw([paper], config.region === 'us' ? 'LETTER' : 'A4', requester);
    papers.push({ language, pdf: bytes.toString('base64') });
  }
  return papers;
}

interface Words {
  language: Language;
  t: TFunction;
}

function paperOf(
  { fields, restorations, connectors = [] }: StatementContent,
  issue: Issue,
  words: Words,
): StatementPaper {
  const { language, t } = words;
  const { no, version, issuedAt, issuer, timeZone, skin } = issue;
  const fact = (label: string, ...lines: string[]): Fact[] => {
    const value = lines.filter(Boolean).join('\n');
    return value === '' ? [] : [[label, value]];
  };
  const part = (heading: string, ...paragraphs: string[]) => {
    const said = paragraphs.filter(Boolean);
    return said.length === 0 ? [] : [{ heading, paragraphs: said }];
  };
  return {
    language,
    brand: { name: skin.app_name, color: skin.main_color },
    title: t('statements:paper.title'),
    law: t('statements:paper.law'),
    facts: [
      ...fact(t('statements:fields.manufacturer'), fields.manufacturer, fields.address),
      ...fact(t('statements:fields.sites'), fields.sites),
      ...fact(t('statements:fields.representative'), fields.representative),
      ...fact(t('statements:fields.device'), fields.device),
      ...fact(t('statements:fields.patientCode'), fields.patient_code),
      ...fact(t('statements:fields.prescriber'), fields.prescriber, fields.institution),
      ...fact(t('cases:detail.orderId'), no),
      ...fact(
        t('statements:paper.version'),
        String(version),
        version > 1 ? t('statements:paper.replaces') : '',
      ),
      ...fact(
        t('statements:paper.issued'),
        formatDateTime(issuedAt.toISOString(), language, timeZone),
        issuer,
      ),
    ],
    parts: [
      ...part(
        t('statements:paper.characteristics'),
        ...restorations.map((each, index) => `${index + 1}. ${restorationLine(each, t)}`),
        ...connectorLines({ connectors, number_sys: 'FDI' }, t),
        fields.remarks,
      ),
      ...part(
        t('statements:fields.materials'),
        ...fields.materials.map((material) => materialLine(material, words)),
      ),
      ...part(t('statements:paper.use'), t('statements:paper.useText')),
      ...part(
        t('statements:paper.conformity'),
        t(fields.exceptions ? 'statements:paper.conformsExcept' : 'statements:paper.conforms'),
        fields.exceptions,
      ),
      ...part(t('statements:paper.substances'), fields.substances || t('statements:paper.noSubstances')),
      ...part(
        t('statements:paper.keeping'),
        t(fields.is_implantable ? 'statements:paper.keptImplantable' : 'statements:paper.kept'),
      ),
    ],
    foot: t('statements:paper.foot', { no, version }),
    unprintable: t('order-form:unprintable'),
    page: t('order-form:page', { page: '{page}', total: '{count}' }),
  };
}

/**
 * Teeth are always in FDI notation, which has one label for each tooth. The words of a foreign order follow apart from
 * them, because they may be of another number system.
 */
function restorationLine(
  { type, displayName, teeth, arch, material, shade, stumpShade, toothText }: OrderRestoration,
  t: TFunction,
): string {
  const places = arch ? [t(`dental:chart.${arch}`)] : [];
  const words = foreignWords({ tooth_no: toothText, teeth }, (word) =>
    t('dental:chart.foreignWord', { word }),
  ).join(', ');
  const where = toothWords(teeth, places, 'FDI')
    .map((word) => word.map(({ text }) => text).join(''))
    .join(' ');
  return [
    isRestorationType(type) ? t(`dental:types.${type}`) : displayName || type,
    where && `${t('dental:words.teeth')} (FDI): ${where}`,
    words && `${t('dental:words.teeth')}: ${words}`,
    material && (isMaterial(material) ? t(`dental:materials.${material}`) : material),
    shade && `${t('dental:words.shade')} ${shade}`,
    stumpShade && `${t('dental:words.stumpShade')} ${stumpShade}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const materialLine = (
  { name, maker, lot, expiry, gtin }: StatementMaterial,
  { t, language }: Words,
): string =>
  [
    maker ? `${name} (${maker})` : name,
    `${t('statements:fields.lot')} ${lot}`,
    expiry && `${t('statements:fields.expiry')} ${formatDay(expiry, language)}`,
    gtin && `GTIN ${gtin}`,
  ]
    .filter(Boolean)
    .join('; ');
