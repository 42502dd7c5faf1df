import { SegmentedControl } from '@mantine/core';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Controls } from './Controls.tsx';
import { DentalParts } from './DentalParts.tsx';
import classes from './design.module.css';
import { States } from './States.tsx';
import { Tokens } from './Tokens.tsx';
import { SCHEMES, useLook } from './use-look.ts';

/** Every token, and every shared part in each of its states, in any skin and scheme. */
export default function DesignScreen() {
  const { scheme, skin, skins, error, wear } = useLook();
  return (
    <main className={classes.page}>
      <PageHeader title="Design" text="Tokens and shared parts in every state. Not in production.">
        <SegmentedControl aria-label="Scheme" data={[...SCHEMES]} value={scheme} onChange={wear('scheme')} />
        {skins.length > 0 && (
          <SegmentedControl
            aria-label="Skin"
            data={skins.map(({ key, name }) => ({ value: key, label: name }))}
            value={skin}
            onChange={wear('skin')}
          />
        )}
      </PageHeader>
      {error && <ErrorState error={error} title="The skins could not be loaded" />}
      <Tokens look={`${scheme} ${skin}`} />
      <DentalParts />
      <Controls />
      <States />
    </main>
  );
}
