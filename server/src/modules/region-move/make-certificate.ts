import type { Language } from '@cusp/contract/wire';
import { formatDateTime } from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import type { TFunction } from 'i18next';
import type { Skin } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { DrawingPool } from '../../platform/paper/drawing-pool.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf, loadTexts } from '../../platform/texts/load-texts.ts';
import { showCertificate } from './show-move.ts';

export type Fact = readonly [label: string, value: string];

/** All texts of a certificate. */
export interface CertificateContent {
  language: Language;
  brand: { name: string; company: string; color: string };
  title: string;
  facts: readonly Fact[];
  /** Erased rows by kind. */
  rows: { heading: string; counts: readonly Fact[] };
  /** Long texts for comparison by programs. */
  proofs: readonly Fact[];
  note: string;
  /** Template of page numbers, with `{page}` and `{count}`. */
  page: string;
}

interface Wish {
  language?: Language | undefined;
  tz?: string | undefined;
  skin: Skin;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

const pool = new DrawingPool<CertificateContent>(new URL('./paper/certificate-worker.ts', import.meta.url), {
  threads: 1,
});

/** The certificate of the erasure as a PDF; `not_found` before it. */
export async function makeCertificate(
  services: Services,
  actor: Actor,
  { language: wished, tz = 'UTC', skin, signal }: Wish,
): Promise<{ filename: string; bytes: Buffer }> {
  const certificate = await showCertificate(services, actor);
  const language = wished ?? (await languageOf(services.db, actor.userId));
  const texts = (await loadTexts('region-move', 'common', 'order-form')).getFixedT(language);
  const content = contentOf(certificate, { texts, language, timeZone: tz, skin });
  const size = services.config.region === 'us' ? 'LETTER' : 'A4';
  const bytes = await pool.draw([content], size, { userId: actor.userId, signal });
  return { filename: `${skin.key}-erasure-${certificate.move}.pdf`, bytes };
}

interface Look {
  texts: TFunction;
  language: Language;
  timeZone: string;
  skin: Skin;
}

function contentOf(
  {
    move,
    from,
    to,
    committed_at,
    erased_at,
    cases,
    files,
    bytes,
    rows,
    digest,
    signed,
  }: Awaited<ReturnType<typeof showCertificate>>,
  { texts: t, language, timeZone, skin }: Look,
): CertificateContent {
  const size = fileSize(bytes, language, 'decimal');
  return {
    language,
    brand: { name: skin.app_name, company: skin.company_name, color: skin.main_color },
    title: t('certificate.title'),
    facts: [
      [t('certificate.from'), t(`common:regions.${from}`)],
      [t('certificate.to'), t(`common:regions.${to}`)],
      [t('certificate.moved'), formatDateTime(committed_at, language, timeZone)],
      [t('certificate.erased'), formatDateTime(erased_at, language, timeZone)],
      [t('certificate.what'), [t('cases', { count: cases }), t('files', { count: files, size })].join(', ')],
      [t('certificate.move'), move],
    ],
    rows: {
      heading: t('certificate.rows'),
      // The signed facts include kinds with a count of zero.
      counts: Object.entries(rows)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => [kind, count.toLocaleString(language)] as const),
    },
    proofs: [
      [t('certificate.digest'), digest],
      [t('certificate.signature'), signed],
    ],
    note: t('certificate.note'),
    page: t('order-form:page', { page: '{page}', total: '{count}' }),
  };
}
