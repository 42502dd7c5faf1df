import { Button, Progress } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UseUploads } from '../../files/files.offers.tsx';
import classes from './panel.module.css';
import type { Sending } from './use-send.ts';

/** Sends the case; if something is missing, leads there instead. */
export function SendButton({ send, uploads }: { send: Sending; uploads: UseUploads }) {
  const { t } = useTranslation('new-case');
  const { step } = send;
  const total = uploads.items.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.items.reduce((sum, item) => sum + item.sent, 0);
  const share = total === 0 ? 0 : Math.floor((sent / total) * 100);
  return (
    <div className={classes.send}>
      <Button
        size="md"
        leftSection={<IconSend size={18} stroke={1.7} aria-hidden />}
        loading={step !== null && step !== 'uploads'}
        aria-disabled={step !== null || undefined}
        variant={send.isComplete ? 'filled' : 'light'}
        onClick={() => void send.start()}
      >
        {step === 'uploads' ? t('send.uploads', { share }) : t('send.button')}
      </Button>
      {step === 'uploads' && <Progress value={share} size="sm" aria-label={t('send.uploads', { share })} />}
    </div>
  );
}
