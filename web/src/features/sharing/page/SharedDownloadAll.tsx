import { sharedZipUrl } from '@cusp/contract/sharing';
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { saveFrom } from '../../files/files.offers.tsx';
import classes from './shared-case.module.css';

interface SharedDownloadAllProps {
  token: string;
  onFailed(error: unknown): void;
}

/** Everything that the link lets one save, as one zip. */
export function SharedDownloadAll({ token, onFailed }: SharedDownloadAllProps) {
  const { t } = useTranslation('files');
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      saveFrom((await call(sharedZipUrl, { query: { data: token } })).url);
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
