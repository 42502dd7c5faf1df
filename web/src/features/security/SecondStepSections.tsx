import type { SecurityState } from '@cusp/contract/security';
import { renewRecoveryCodes } from '@cusp/contract/security.routes';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { AppEntry } from './app/AppEntry.tsx';
import { RecoveryCodesDialog } from './app/RecoveryCodesDialog.tsx';
import { PasskeysSection } from './passkeys/PasskeysSection.tsx';
import { ProofDialog } from './proof/ProofDialog.tsx';
import { factorsOf } from './proof/provable.ts';
import { Entry, Section } from './Section.tsx';
import classes from './security.module.css';
import { useSecurityChange, useTexts } from './use-security.ts';

/** The second steps: app, recovery codes and passkeys. */
export function SecondStepSections({ state }: { state: SecurityState }) {
  const { t } = useTexts();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = state.app_since !== null || state.passkeys.length > 0;
  return (
    <>
      <Section
        title={t('twoStep.title')}
        text={t('twoStep.text')}
        mark={isOn ? { text: t('twoStep.on'), tone: 'good' } : { text: t('twoStep.off'), tone: 'plain' }}
      >
        <ul className={classes.list}>
          <AppEntry state={state} onCodes={setCodes} />
          {isOn && <RecoveryEntry state={state} onCodes={setCodes} />}
        </ul>
      </Section>
      <PasskeysSection state={state} onCodes={setCodes} />
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

interface Props {
  state: SecurityState;
  onCodes(codes: readonly string[]): void;
}

/** The number of recovery codes left, and a button for new ones. */
function RecoveryEntry({ state, onCodes }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const renew = useSecurityChange(renewRecoveryCodes);
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
          can={factorsOf(state)}
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
