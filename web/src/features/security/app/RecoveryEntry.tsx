import { renewRecoveryCodes, type SecurityState } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubmit } from '../../../client/use-call.ts';
import { Entry } from '../Entry.tsx';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { provableBy } from '../proof/provable.ts';
import { STATE_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';

interface Props {
  state: SecurityState;
  onCodes(codes: readonly string[]): void;
}

/** How many recovery codes are left, and new ones. */
export function RecoveryEntry({ state, onCodes }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const renew = useSubmit(renewRecoveryCodes, { stale: [STATE_KEY] });
  return (
    <Entry
      icon={IconLifebuoy}
      name={t('recovery.title')}
      lines={[t('recovery.text'), t('recovery.left', { count: state.recovery_codes_left })]}
    >
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('recovery.renew')}
      </Button>
      {open && (
        <ProofDialog
          can={provableBy(state)}
          title={t('recovery.renewTitle')}
          text={t('recovery.renewText')}
          submit={t('recovery.renew')}
          onClose={() => setOpen(false)}
          act={async (proof) => onCodes((await renew.mutateAsync({ body: proof })).recovery_codes)}
        />
      )}
    </Entry>
  );
}
