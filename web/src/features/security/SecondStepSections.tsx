import type { SecurityState } from '@cusp/contract/security';
import { useState } from 'react';
import { AppEntry } from './app/AppEntry.tsx';
import { RecoveryCodesDialog } from './app/RecoveryCodesDialog.tsx';
import { RecoveryEntry } from './app/RecoveryEntry.tsx';
import { PasskeysSection } from './passkeys/PasskeysSection.tsx';
import { Section } from './Section.tsx';
import classes from './security.module.css';
import { useTexts } from './use-texts.ts';

/** What is asked beside the password: app, recovery codes and passkeys. */
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
