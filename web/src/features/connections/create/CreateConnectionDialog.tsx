import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../client/session/session-store.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useInform } from '../../../ui/dialogs/confirm-context.ts';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useMessages } from '../../invitations/invitations.offers.tsx';
import { EmailRequest } from './EmailRequest.tsx';
import { LabRequest } from './LabRequest.tsx';

const WIDE = 694;
const NARROW = 320;

/** Asks for a connection: by address, and for clinics also by picking a lab. */
export function CreateConnectionDialog({ onClose }: { onClose(): void }) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation('connections');
  const small = useSmallScreen();
  const session = useSession();
  const inform = useInform();
  const messages = useMessages('connections');
  const isClinic = 'user' in session && session.user.inst_type_guessed === 'Clinic';

  /** The other side may have asked already: then both are connected at once. */
  function sent(email: string, detail: string | undefined): void {
    close();
    const content =
      detail === 'request email sent' ? t('createDialog.sent', { email }) : messages.done(detail);
    void inform({ kind: 'info', content });
  }

  const byEmail = <EmailRequest onSent={sent} onCancel={close} />;
  return (
    <CuspModal {...modal} title={t('create')} size={small ? NARROW : WIDE}>
      {isClinic ? (
        <Tabs defaultValue="email">
          <Tabs.List grow={small} mb="md">
            <Tabs.Tab value="email">{t('createDialog.withYourLab')}</Tabs.Tab>
            <Tabs.Tab value="lab">{t('createDialog.selectPartner')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="email">{byEmail}</Tabs.Panel>
          <Tabs.Panel value="lab">
            <LabRequest onSent={sent} onCancel={close} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        byEmail
      )}
    </CuspModal>
  );
}
