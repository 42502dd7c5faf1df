import type { SecurityState } from '@cusp/contract/security';
import { removeApp } from '@cusp/contract/security.routes';
import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone } from '../../../ui/toast.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { factorsOf } from '../proof/provable.ts';
import { Entry } from '../Section.tsx';
import { useSecurityChange, useTexts } from '../use-security.ts';
import { AppSetupDialog } from './AppSetupDialog.tsx';

interface Props {
  state: SecurityState;
  onCodes(codes: readonly string[]): void;
}

/** The authenticator app: since when it is required, setting it up, turning it off. */
export function AppEntry({ state, onCodes }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const remove = useSecurityChange(removeApp);
  const can = factorsOf(state);
  const isLast = state.required && state.passkeys.length === 0;
  return (
    <Entry
      icon={IconDeviceMobile}
      name={t('app.title')}
      lines={[state.app_since ? t('app.since', { date: format.date(state.app_since) }) : t('app.text')]}
    >
      {state.app_since === null ? (
        <Button size="xs" onClick={() => setOpen('set-up')}>
          {t('app.setUp')}
        </Button>
      ) : (
        !isLast && (
          <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
            {t('app.remove')}
          </Button>
        )
      )}
      {open === 'set-up' && <AppSetupDialog can={can} onClose={() => setOpen(null)} onCodes={onCodes} />}
      {open === 'remove' && (
        <ProofDialog
          can={can}
          title={t('app.removeTitle')}
          text={t('app.removeText')}
          submit={t('app.remove')}
          danger
          onClose={() => setOpen(null)}
          act={async (proof) => {
            await remove.mutateAsync({ body: proof });
            toastDone(t('app.removed'));
          }}
        />
      )}
    </Entry>
  );
}
