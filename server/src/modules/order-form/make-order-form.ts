import type { Language } from '@cusp/contract/wire';
import type { i18n } from 'i18next';
import { audit } from '../../platform/audit/audit.ts';
import type { Skin } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { DrawingPool, type Requester } from '../../platform/paper/drawing-pool.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf, loadTexts } from '../../platform/texts/load-texts.ts';
import { type CaseDetailRow, caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentFiles } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { readSteps } from '../production/case-steps.ts';
import { type OrderFormContent, orderFormContent } from './order-form-content.ts';

/** In which language, for whom and for which host a form is. */
export interface Reading {
  language: Language;
  timeZone: string;
  skin: Skin;
  /** The URL of Cusp as the reader reaches it; encoded in the QR code. */
  origin: string;
}

interface Wish extends Omit<Reading, 'language'> {
  caseIds: readonly number[];
  /** Language of the document; the reader's own if undefined. */
  language: Language | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

let loading: Promise<i18n> | null = null;

const pool = new DrawingPool<OrderFormContent>(new URL('./paper/paper-worker.ts', import.meta.url));

/** The orders of cases as one PDF; throws `not_found` if one is not visible. Each is logged as a download. */
export async function makeOrderForms(
  services: Services,
  actor: Actor,
  wish: Wish,
): Promise<{ filename: string; bytes: Buffer }> {
  const language = wish.language ?? (await languageOf(services.db, actor.userId));
  const rows: CaseDetailRow[] = [];
  for (const id of wish.caseIds) rows.push(await caseDetail(services.db, actor.userId, { id }));
  const contents: OrderFormContent[] = [];
  for (const row of rows) {
    const files = await filesOf(services.db, actor.userId, row.id);
    const { may_mark, total } = await readSteps(services, actor, row.id);
    const reading = { ...wish, language };
    contents.push(await orderFormOf(row, files, actor.userId, reading, may_mark && total > 0));
  }
  const bytes = await drawForms(services, contents, { userId: actor.userId, signal: wish.signal });
  for (const row of rows)
    await audit(services.db, actor, { action: 'order_form_downloaded', caseId: row.id });
  const [only] = rows;
  return { filename: rows.length === 1 && only ? `${only.no}.pdf` : 'order-forms.pdf', bytes };
}

/** The texts of the form of one case, as this person sees it. */
export async function orderFormOf(
  row: CaseDetailRow,
  files: readonly FileRow[],
  userId: number,
  { language, timeZone, skin, origin }: Reading,
  hasSteps = false,
): Promise<OrderFormContent> {
  loading ??= loadTexts('order-form', 'common', 'cases', 'dental');
  return orderFormContent({
    dentalCase: presentCase(row),
    files: presentFiles(userId, files),
    texts: (await loading).getFixedT(language),
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
  contents: readonly OrderFormContent[],
  requester: Requester,
): Promise<Buffer> => pool.draw(contents, config.region === 'us' ? 'LETTER' : 'A4', requester);
