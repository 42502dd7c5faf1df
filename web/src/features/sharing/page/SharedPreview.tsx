import type { SharedFile } from '@cusp/contract/sharing';
import { Center, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import classes from './shared-case.module.css';
import { useSharedPicture } from './shared-files.ts';

interface SharedPreviewProps {
  token: string;
  file: SharedFile;
  opened: boolean;
  onClose(): void;
}

/** A picture behind a link, in the page only. */
export function SharedPreview({ token, file, opened, onClose }: SharedPreviewProps) {
  const { t } = useTranslation('files');
  const isSmall = useSmallScreen();
  const { data: url, error } = useSharedPicture(token, file.id);
  const [broken, setBroken] = useState<string>();
  return (
    <CuspModal opened={opened} onClose={onClose} size={960} fullScreen={isSmall} title={file.filename}>
      <Center className={classes.preview}>
        {error || (url && url === broken) ? (
          <Text c="dimmed">{t('previewFailed')}</Text>
        ) : url ? (
          <img src={url} alt={file.filename} onError={() => setBroken(url)} />
        ) : (
          <Loader size="sm" />
        )}
      </Center>
    </CuspModal>
  );
}
