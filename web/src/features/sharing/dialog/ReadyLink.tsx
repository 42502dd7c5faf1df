import { PAGES } from '@cusp/contract/pages';
import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './share-dialog.module.css';
import type { MadeLink } from './sharing.types.ts';

/** A new link, this once. The token stands behind the hash, which browsers send to no server. */
export function ReadyLink({ made, onDone }: { made: MadeLink; onDone(): void }) {
  const { t } = useTranslation('sharing');
  const { t: common } = useTranslation('common');
  const url = `${location.origin}${PAGES.shareCase}#${made.token}`;
  return (
    <div className={classes.ready}>
      <p className={classes.readyTitle} role="status">
        <IconCircleCheck size={20} stroke={1.6} aria-hidden />
        {t('ready.title')}
      </p>
      <TextInput
        readOnly
        label={t('ready.link')}
        description={t('ready.hint')}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {made.email && <p className={classes.quiet}>{t('ready.mailed', { email: made.email })}</p>}
      <Group gap="xs">
        <CopyButton value={url} timeout={3000}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? common('copied') : t('ready.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {t('ready.done')}
        </Button>
      </Group>
    </div>
  );
}
