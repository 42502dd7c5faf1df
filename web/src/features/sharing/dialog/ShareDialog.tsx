import { PAGES } from '@cusp/contract/pages';
import { createShare } from '@cusp/contract/sharing.routes';
import { sidOf } from '@cusp/contract/storage-region';
import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { NewShareForm } from './NewShareForm.tsx';
import type { MadeLink, SharableCase } from './new-share.ts';
import { ShareList } from './ShareList.tsx';
import classes from './share-dialog.module.css';

interface ShareDialogProps {
  dentalCase: SharableCase;
  opened: boolean;
  onClose(): void;
}

/** Creates links to a case and lists the existing ones. Guests only list and end those of their group. */
export default function ShareDialog({ dentalCase, opened, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const isPhone = useSmallScreen();
  const mayCreate = useMayCall(createShare);
  // The link is shown only once, so it stays until confirmed: reopening the dialog shows it again.
  const [made, setMade] = useState<MadeLink | null>(null);
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={600}
      fullScreen={isPhone}
      title={t('dialog.title', { no: dentalCase.no })}
    >
      <div className={classes.dialog}>
        {made ? (
          <ReadyLink made={made} onDone={() => setMade(null)} />
        ) : (
          mayCreate && <NewShareForm dentalCase={dentalCase} onMade={setMade} />
        )}
        <ShareList caseId={dentalCase.id} />
      </div>
    </CuspModal>
  );
}

/** A new link, shown once. The token is in the hash, which browsers do not send to servers. */
function ReadyLink({ made, onDone }: { made: MadeLink; onDone(): void }) {
  const { t } = useTranslation('sharing');
  const { t: common } = useTranslation('common');
  const hasShareSheet = useSmallScreen() && 'share' in navigator;
  const { other_region_url, server_loc } = appInfo();
  const query = other_region_url === null ? '' : `?sid=${sidOf(server_loc)}`;
  const url = `${location.origin}${PAGES.shareCase}${query}#${made.token}`;
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
        {hasShareSheet && (
          <Button
            variant="default"
            leftSection={<IconShare size={16} aria-hidden />}
            // Closing the share sheet is an error to browsers.
            onClick={() => void navigator.share({ url }).catch(() => {})}
          >
            {t('share')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('ready.done')}
        </Button>
      </Group>
    </div>
  );
}
