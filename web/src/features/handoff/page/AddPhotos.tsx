import type { HandoffCase } from '@cusp/contract/handoff';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconCamera, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text.ts';
import { ChooseFile } from '../../../ui/ChooseFile.tsx';
import classes from './handoff.module.css';
import { type SendingPhoto, usePhotos } from './use-photos.ts';

/** Without HEIC in the list, iPhones convert photos to JPEG, which every browser can show. */
const ACCEPTED = 'image/jpeg,image/png,image/webp';

/** Takes photos with the camera or from the library and shows the progress of each. */
export function AddPhotos({ connection }: Pick<HandoffCase, 'connection'>) {
  const { t } = useTranslation('handoff');
  const { photos, add, retry, drop } = usePhotos(connection);
  return (
    <>
      <ChooseFile accept={ACCEPTED} multiple onChange={add}>
        {(button) => (
          <Button
            {...button}
            fullWidth
            classNames={{ label: classes.addLabel }}
            size="lg"
            leftSection={<IconCamera size={22} stroke={1.6} aria-hidden />}
          >
            {t('page.add')}
          </Button>
        )}
      </ChooseFile>
      <ul className={classes.sending} aria-live="polite">
        {photos.map((photo) => (
          <Sending
            key={photo.id}
            photo={photo}
            onRetry={() => retry(photo.id)}
            onDrop={() => drop(photo.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface SendingProps {
  photo: SendingPhoto;
  onRetry(): void;
  onDrop(): void;
}

function Sending({ photo, onRetry, onDrop }: SendingProps) {
  const { t, i18n } = useTranslation('handoff');
  const { t: errors } = useTranslation('errors');
  const { file, state, progress, error } = photo;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress);
  const words = error ? errorText(errors, error) : t(`sending.${state}`, { percent });
  return (
    <li className={classes.sendingRow}>
      <span className={classes.sendingWords}>
        <span className={classes.filename}>{file.name}</span>
        <span className={state === 'failed' ? classes.problem : classes.quiet}>{words}</span>
        {state === 'sending' && <Progress value={progress * 100} size="xs" aria-label={file.name} />}
      </span>
      {state === 'done' && <IconCheck size={20} className={classes.good} aria-hidden />}
      {state === 'failed' && (
        <>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('sending.retry')}
          </Button>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('sending.drop')} onClick={onDrop}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  );
}
