import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { NewShareForm } from './NewShareForm.tsx';
import { ReadyLink } from './ReadyLink.tsx';
import { ShareList } from './ShareList.tsx';
import classes from './share-dialog.module.css';
import type { MadeLink, SharableCase } from './sharing.types.ts';

interface ShareDialogProps {
  dentalCase: SharableCase;
  opened: boolean;
  onClose(): void;
}

/** Makes links to a case and shows those that there are. */
export default function ShareDialog({ dentalCase, opened, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const isPhone = useSmallScreen();
  // Shown once, so it stays until it was said to be kept: a dialog that was closed shows it again.
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
          <NewShareForm dentalCase={dentalCase} onMade={setMade} />
        )}
        <ShareList caseId={dentalCase.id} />
      </div>
    </CuspModal>
  );
}
