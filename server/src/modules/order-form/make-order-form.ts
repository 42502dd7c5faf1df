import type { Language } from '@cusp/contract/wire';
import type { i18n } from 'i18next';
import { audit } from '../../platform/audit/audit.ts';
import type { Skin } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { languageOrEnglish, loadTexts } from '../../platform/texts/load-texts.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentFiles } from '../files/files.present.ts';
import { filesOf } from '../files/files.sql.ts';
import { orderFormContent } from './order-form-content.ts';
import { drawInWorker } from './paper/drawing-pool.ts';

interface Wish {
  caseId: number;
  /** Language of the document; the reader's own if undefined. */
  language: Language | undefined;
  timeZone: string;
  skin: Skin;
  /** The URL of Cusp as the reader reaches it; encoded in the QR code. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

let loading: Promise<i18n> | null = null;

/** The order of a case as a PDF. Logged in the audit log as a download. */
export async function makeOrderForm(
  services: Services,
  actor: Actor,
  wish: Wish,
): Promise<{ filename: string; bytes: Buffer }> {
  const row = await caseDetail(services.db, actor.userId, { id: wish.caseId });
  const [files, reader] = await Promise.all([
    filesOf(services.db, actor.userId, row.id),
    services.db.selectFrom('app_user').select('language').where('id', '=', actor.userId).executeTakeFirst(),
  ]);
  const language = wish.language ?? languageOrEnglish(reader?.language ?? 'en');
  loading ??= loadTexts('order-form', 'common', 'cases', 'dental');
  const content = orderFormContent({
    dentalCase: presentCase(row),
    files: presentFiles(actor.userId, files),
    texts: (await loading).getFixedT(language),
    language,
    timeZone: wish.timeZone,
    skin: wish.skin,
    origin: wish.origin,
  });
  const size = services.config.region === 'us' ? 'LETTER' : 'A4';
  const bytes = await drawInWorker(content, size, { userId: actor.userId, signal: wish.signal });
  await audit(services.db, actor, { action: 'order_form_downloaded', caseId: row.id });
  return { filename: `${row.no}.pdf`, bytes };
}
