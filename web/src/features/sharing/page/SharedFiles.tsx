import type { SharedCase, SharedFile } from '@cusp/contract/sharing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { saveFrom } from '../../files/files.offers.tsx';
import { isRefusal } from './RefusedLink.tsx';
import { SharedFileLine } from './SharedFileLine.tsx';
import { SharedPreview } from './SharedPreview.tsx';
import classes from './shared-case.module.css';
import { sharedUrl } from './shared-files.ts';

interface SharedFilesProps {
  token: string;
  shared: SharedCase;
  onRefused(): void;
}

/** The files behind a link, newest first: look, and download where the link allows it. */
export function SharedFiles({ token, shared, onRefused }: SharedFilesProps) {
  const { t } = useTranslation('sharing');
  const { t: errors } = useTranslation('errors');
  const [shown, setShown] = useState<SharedFile | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [going, setGoing] = useState<number | null>(null);

  async function save({ id }: SharedFile) {
    setGoing(id);
    try {
      saveFrom(await sharedUrl(token, id, 'download'));
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) onRefused();
      else toastError(errorText(errors, error));
    } finally {
      setGoing(null);
    }
  }

  return (
    <section className={classes.section} aria-label={t('page.files')}>
      <h2 className={classes.heading}>{t('page.files')}</h2>
      {!shared.allows_download && <p className={classes.hint}>{t('page.viewOnlyHint')}</p>}
      {shared.from_locked_device && <p className={classes.hint}>{t('locked')}</p>}
      {shared.files.length === 0 ? (
        <p className={classes.quiet}>{t('page.noFiles')}</p>
      ) : (
        <ul className={classes.files}>
          {shared.files.toReversed().map((file) => (
            <SharedFileLine
              key={file.id}
              file={file}
              isGoing={going === file.id}
              onShow={() => {
                setShown(file);
                setOpen(true);
              }}
              onSave={() => void save(file)}
            />
          ))}
        </ul>
      )}
      {shown && <SharedPreview token={token} file={shown} opened={isOpen} onClose={() => setOpen(false)} />}
    </section>
  );
}
