import type { SharedCase, SharedFile } from '@cusp/contract/sharing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { FilePreview, type Previewed, saveFrom } from '../../files/files.offers.tsx';
import { isRefusal } from './RefusedLink.tsx';
import { SharedDownloadAll } from './SharedDownloadAll.tsx';
import { SharedFileLine } from './SharedFileLine.tsx';
import classes from './shared-case.module.css';
import { sharedUrl } from './shared-files.ts';
import { isPreviewed, sharedPreviews } from './shared-previews.ts';

interface SharedFilesProps {
  token: string;
  shared: SharedCase;
  onRefused(): void;
}

/** The files behind a link, newest first: look, and download where the link allows it. */
export function SharedFiles({ token, shared, onRefused }: SharedFilesProps) {
  const { t } = useTranslation('sharing');
  const { t: errors } = useTranslation('errors');
  const [previews, setPreviews] = useState<{ among: Previewed[]; at: Previewed } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [going, setGoing] = useState<string | null>(null);
  const listed = shared.files.toReversed();

  function failed(error: unknown) {
    const isRefused = error instanceof ApiError && isRefusal(error);
    // A file that is gone was deleted or replaced meanwhile.
    if (isRefused || (error instanceof ApiError && error.status === 404)) onRefused();
    if (!isRefused) toastError(errorText(errors, error));
  }

  async function run(what: string, work: () => Promise<void>) {
    setGoing(what);
    try {
      await work();
    } catch (error) {
      failed(error);
    } finally {
      setGoing(null);
    }
  }

  const show = ({ id }: SharedFile) =>
    run(`show ${id}`, async () => {
      const among = await sharedPreviews(token, shared, listed.filter(isPreviewed));
      const at = among.find(({ key }) => key === String(id));
      if (!at) throw new ApiError(404, { code: 'not_found' });
      setPreviews({ among, at });
      setOpen(true);
    });

  const save = ({ id }: SharedFile) =>
    run(`save ${id}`, async () => saveFrom(await sharedUrl(token, id, 'download')));

  return (
    <section className={classes.section} aria-label={t('page.files')}>
      <div className={classes.headingLine}>
        <h2 className={classes.heading}>{t('page.files')}</h2>
        {listed.filter((file) => file.can_download).length > 1 && (
          <SharedDownloadAll token={token} onFailed={failed} />
        )}
      </div>
      {!shared.allows_download && <p className={classes.hint}>{t('page.viewOnlyHint')}</p>}
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
          onMove={(at) => setPreviews({ ...previews, at })}
        />
      )}
    </section>
  );
}
