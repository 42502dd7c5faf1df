import { CLOSING_DAYS, closeAccount, showClosing } from '@cusp/contract/closing.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { Alert, Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../client/call.ts';
import { signOut } from '../../client/session/session.ts';
import { type CuspKey, useCall } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { OwnProofDialog } from '../security/security.offers.tsx';
import classes from './closing.module.css';

const CLOSING_KEY: CuspKey = ['cases', 'closing'];

/**
 * Opens the dialog that explains what is removed with the account and what stays, before the person proves their
 * identity.
 */
export function CloseAccountButton(ids: { id: string; 'aria-describedby': string | undefined }) {
  const { t } = useTranslation('settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...ids} variant="default" size="sm" onClick={() => setOpen(true)}>
        {t('closing.open')}
      </Button>
      {isOpen && <CloseDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CloseDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings');
  const remains = useCall(showClosing, {}, CLOSING_KEY, { staleTime: 0, gcTime: 0 });
  if (remains.data && !remains.data.blocked)
    return (
      <OwnProofDialog
        title={t('closing.title')}
        text={t('closing.intro', { days: CLOSING_DAYS })}
        submit={t('closing.open')}
        danger
        onClose={onClose}
        act={async (proof) => {
          await call(closeAccount, { body: proof });
          await signOut();
        }}
      >
        <Remains remains={remains.data} />
      </OwnProofDialog>
    );
  return (
    <Plain onClose={onClose}>
      {remains.data?.blocked ? (
        <Alert color="yellow" role="alert">
          {t(`closing.blocked.${remains.data.blocked}`)}
          {remains.data.blocked === 'group_has_members' && (
            <Anchor component={Link} to={PAGES.groups} size="sm" className={classes.toGroup}>
              {t('closing.toGroup')}
            </Anchor>
          )}
        </Alert>
      ) : remains.error ? (
        <ErrorState error={remains.error} onRetry={() => void remains.refetch()} />
      ) : (
        <LoadingState rows={4} height={32} />
      )}
    </Plain>
  );
}

/** The dialog before it has a question to ask. */
function Plain({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const { close, modal } = useFading(onClose);
  return (
    <CuspModal {...modal} title={t('closing.title')}>
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          {common('cancel')}
        </Button>
      </div>
    </CuspModal>
  );
}

type Counted = 'cases' | 'drafts' | 'links' | 'connections' | 'scanners';
const COUNTED: readonly Counted[] = ['cases', 'drafts', 'links', 'connections', 'scanners'];

/** The data that is removed and the data that stays with others, with the reason. */
function Remains({ remains }: { remains: ReplyFrom<typeof showClosing> }) {
  const { t } = useTranslation('settings');
  const { kept, comments, group } = remains;
  return (
    <div className={classes.remains}>
      {!remains.is_complete && (
        <Alert color="yellow" role="status" mb="md">
          {t('closing.incomplete')}
        </Alert>
      )}
      <h3>{t('closing.goes')}</h3>
      <ul>
        <li>{t('closing.account')}</li>
        {COUNTED.filter((what) => remains[what] > 0).map((what) => (
          <li key={what}>{t(`closing.${what}`, { count: remains[what] })}</li>
        ))}
        {group !== null && <li>{t('closing.group', { name: group })}</li>}
      </ul>
      <h3>{t('closing.stays')}</h3>
      <ul>
        {kept > 0 && <li>{t('closing.kept', { count: kept })}</li>}
        {kept === 0 && remains.is_complete && <li>{t('closing.nothing')}</li>}
        {comments > 0 && <li>{t('closing.comments', { count: comments })}</li>}
        <li>{t('closing.log')}</li>
      </ul>
      <Anchor component={Link} to={`${PAGES.privacy}#export`}>
        {t('closing.export')}
      </Anchor>
    </div>
  );
}
