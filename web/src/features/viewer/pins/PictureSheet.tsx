import { Alert, Button, Group } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../ui/save-file.ts';
import { PinSheet } from './PinSheet.tsx';
import styles from './pins.module.css';
import type { PictureTarget } from './pins.types.ts';

interface PictureSheetProps {
  picture: Blob;
  target: PictureTarget;
  onClose(): void;
}

/** The picture that was taken, with its possible uses. */
export function PictureSheet({ picture, target, onClose }: PictureSheetProps) {
  const { t } = useTranslation('viewer');
  const [name] = useState(target.name);
  const [state, setState] = useState<'new' | 'sending' | 'added' | 'lost'>('new');
  const url = useObjectUrl(picture);
  const add = async () => {
    setState('sending');
    const isAdded = await target.add?.(new File([picture], name, { type: 'image/png' }));
    setState(isAdded ? 'added' : 'lost');
  };
  return (
    <PinSheet title={t('picture.title')} onClose={onClose}>
      {url && <img className={styles.picture} src={url} alt={t('picture.title')} />}
      {state === 'lost' && <Alert color="red">{t('picture.lost')}</Alert>}
      {state === 'added' && (
        <p className={styles.note} role="status">
          {t('picture.added', { name })}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(name, picture)}
        >
          {t('picture.save')}
        </Button>
        {target.add && state !== 'added' && (
          <Button
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={state === 'sending'}
            onClick={() => void add()}
          >
            {t('picture.add')}
          </Button>
        )}
      </Group>
    </PinSheet>
  );
}

/** An object URL of the blob while it is shown. */
function useObjectUrl(blob: Blob): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
