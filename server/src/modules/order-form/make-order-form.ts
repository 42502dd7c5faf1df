import type { Language } from '@cusp/contract/wire';
import { audit } from '../../platform/audit/audit.ts';
import type { Skin } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import { DrawingPool, type Requester } from '../../platform/paper/drawing-pool.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf, loadTexts } from '../../platform/texts/load-texts.ts';
import { type CaseDetailRow, caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentFiles } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { readSteps } from '../production/case-steps.ts';
import {
  brandOf,
  type LeftOutContent,
  type OrderFormContent,
  orderFormContent,
} from './order-form-content.ts';

/** Language, reader and host of a form. */
export interface Reading {
  language: Language;
  timeZone: string;
  skin: Skin;
  /** The URL of Cusp as the reader reaches it; encoded in the QR code. */
  origin: string;
}

export type Which = { id: number } | { nos: readonly string[] };

interface Wish extends Omit<Reading, 'language'> {
  which: Which;
  /** Language of the document; the reader's own if undefined. */
  language: Language | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

const pool = new DrawingPool<OrderFormContent | LeftOutContent>(
  new URL('./paper/paper-worker.ts', import.meta.url),
);

/**
 * The orders of cases as one PDF; throws `not_found` if none is visible. A last page lists the other requested numbers.
 * Each form is logged as a download.
 */
export async function makeOrderForms(
  services: Services,
  actor: Actor,
  wish: Wish,
): Promise<{ filename: string; bytes: Buffer }> {
  const language = wish.language ?? (await languageOf(services.db, actor.userId));
  const rows: CaseDetailRow[] = [];
  const leftOut: string[] = [];
  if ('id' in wish.which) rows.push(await caseDetail(services.db, actor.userId, wish.which));
  else
    for (const no of wish.which.nos) {
      const row = await visibleCase(services, actor, no);
      if (row) rows.push(row);
      else leftOut.push(no);
    }
  if (rows.length === 0) throw new Refusal('not_found');
  const contents: (OrderFormContent | LeftOutContent)[] = [];
  for (const row of rows) {
    const files = await filesOf(services.db, actor.userId, row.id);
    const { may_mark, total } = await readSteps(services, actor, row.id);
    const reading = { ...wish, language };
    contents.push(await orderFormOf(row, files, actor.userId, reading, may_mark && total > 0));
  }
  if (leftOut.length > 0) contents.push(await leftOutOf(leftOut, { ...wish, language }));
  const [first] = contents;
  if (first && contents.length > 1)
    first.documentTitle = (await loadFormTexts()).getFixedT(language)('cases:bulk.formsOf', {
      count: rows.length,
    });
  const bytes = await drawForms(services, contents, { userId: actor.userId, signal: wish.signal });
  for (const row of rows)
    await audit(services.db, actor, { action: 'order_form_downloaded', caseId: row.id });
  const [only] = rows;
  return { filename: rows.length === 1 && only ? `${only.no}.pdf` : 'order-forms.pdf', bytes };
}

const visibleCase = (services: Services, { userId }: Actor, no: string) =>
  caseDetail(services.db, userId, { no }).catch((error: unknown) => {
    if (isRefusal(error, 'not_found')) return null;
    throw error;
  });

const loadFormTexts = () => loadTexts('order-form', 'common', 'cases', 'dental');

async function leftOutOf(nos: readonly string[], { language, skin }: Reading): Promise<LeftOutContent> {
  const t = (await loadFormTexts()).getFixedT(language);
  return {
    language,
    brand: brandOf(skin),
    title: t('leftOut', { count: nos.length }),
    why: t('leftOutWhy'),
    leftOut: nos,
  };
}

/** The texts of the form of one case, as this person sees it. */
export async function orderFormOf(
  row: CaseDetailRow,
  files: readonly FileRow[],
  userId: number,
  { language, timeZone, skin, origin }: Reading,
  hasSteps = false,
): Promise<OrderFormContent> {
  return orderFormContent({
    dentalCase: presentCase(row),
    files: presentFiles(userId, files),
    texts: (await loadFormTexts()).getFixedT(language),
    language,
    timeZone,
    skin,
    origin,
    hasSteps,
  });
}

/** One PDF of forms, on the paper of the region. */
export const drawForms = (
  { config }: Services,
  contents: readonly (OrderFormContent | LeftOutContent)[],
  requester: Requester,
): Promise<Buffer> => pool.draw(contents, config.region === 'us' ? 'LETTER' : 'A4', requester);
