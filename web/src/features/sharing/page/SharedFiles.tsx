import type { SharedCase, SharedFile } from '@cusp/contract/sharing';
import { sharedZipUrl } from '@cusp/contract/sharing.routes';
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { FilePreview, type Previewed, saveFrom } from '../../files/files.offers.tsx';
import { SharedFileLine } from './SharedFileLine.tsx';
import classes from './shared-case.module.css';
import { ASK_AGAIN_MS, isPreviewed, sharedPreviews } from './shared-files.ts';
import { useSharedSaving } from './use-shared-saving.ts';

/** The previewed files, and when their URLs were requested. */
interface Previews {
  among: Previewed[];
  at: Previewed;
  askedAt: number;
}

interface SharedFilesProps {
  token: string;
  shared: SharedCase;
  onRefused(): void;
}

/** The files behind a link, newest first: view, and download if the link allows it. */
export function SharedFiles({ token, shared, onRefused }: SharedFilesProps) {
  const { t } = useTranslation('sharing');
  const [previews, setPreviews] = useState<Previews | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { going, failed, run, save } = useSharedSaving(token, onRefused);
  const listed = shared.files.toReversed();

  const show = ({ id }: SharedFile) =>
    run(`show ${id}`, async () => {
      const among = await sharedPreviews(token, listed.filter(isPreviewed), (file) => void save(file));
      const at = among.find(({ key }) => key === String(id));
      if (!at) throw new ApiError(404, { code: 'not_found' });
      setPreviews({ among, at, askedAt: Date.now() });
      setOpen(true);
    });

  function move(at: Previewed) {
    if (!previews) return;
    if (Date.now() - previews.askedAt < ASK_AGAIN_MS) return setPreviews({ ...previews, at });
    const file = listed.find(({ id }) => String(id) === at.key);
    if (file) void show(file);
  }

  return (
    <section className={classes.section} aria-label={t('page.files')}>
      <div className={classes.headingLine}>
        <h2 className={classes.heading}>{t('page.files')}</h2>
        {listed.filter((file) => file.can_download).length > 1 && (
          <SharedDownloadAll token={token} onFailed={failed} />
        )}
      </div>
      {!shared.allows_download && <p className={classes.hint}>{t('page.viewOnlyHint')}</p>}
      {shared.files_left_out > 0 && (
        <p className={classes.hint}>{t('page.filesLeftOut', { count: shared.files_left_out })}</p>
      )}
      {shared.from_locked_device && <p className={classes.hint}>{t('locked')}</p>}
      {listed.length === 0 ? (
        <p className={classes.quiet}>{t('page.noFiles')}</p>
      ) : (
        <ul className={classes.files}>
          {listed.map((file) => (
            <SharedFileLine
              key={file.id}
              file={file}
              isShowing={going === `show ${file.id}`}
              isSaving={going === `save ${file.id}`}
              onShow={() => void show(file)}
              onSave={() => void save(file)}
            />
          ))}
        </ul>
      )}
      {previews && (
        <FilePreview
          file={previews.at}
          opened={isOpen}
          onClose={() => setOpen(false)}
          among={previews.among}
          onMove={move}
        />
      )}
    </section>
  );
}

interface SharedDownloadAllProps {
  token: string;
  onFailed(error: unknown): void;
}

/** Everything that the link allows to download, as one zip. */
function SharedDownloadAll({ token, onFailed }: SharedDownloadAllProps) {
  const { t } = useTranslation('files');
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      await saveFrom((await call(sharedZipUrl, { query: { data: token } })).url);
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      className={classes.screenOnly}
      size="compact-md"
      variant="default"
      leftSection={<IconFileZip size={18} stroke={1.6} aria-hidden />}
      loading={busy}
      onClick={() => void start()}
    >
      {t('downloadAll')}
    </Button>
  );
}
