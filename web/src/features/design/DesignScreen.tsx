import { SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Controls } from './Controls.tsx';
import { DentalParts } from './DentalParts.tsx';
import classes from './design.module.css';
import { States } from './States.tsx';
import { Tokens } from './Tokens.tsx';

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

interface SkinColours {
  key: string;
  name: string;
  /** Custom properties with their colours. */
  colours: Record<string, string>;
}

const SCHEMES = ['light', 'dark'] as const;

/**
 * The skins of the server, and the skin and scheme of the address. The page uses the skin while it is open; the scheme
 * is set like in the menu.
 */
function useLook() {
  const [search, setSearch] = useSearchParams();
  const query = useQuery({
    queryKey: ['skins'],
    queryFn: async () => (await (await fetch('/dev/skins.json')).json()) as SkinColours[],
  });
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const asked = search.get('scheme');
  const scheme = asked === 'dark' || asked === 'light' ? asked : current;
  const skins = query.data ?? [];
  const skin = skins.find(({ key }) => key === search.get('skin')) ?? skins[0];
  useEffect(() => {
    if (asked) setColorScheme(scheme);
  }, [asked, scheme, setColorScheme]);
  useEffect(() => {
    const { style } = document.documentElement;
    const colours = Object.entries(skin?.colours ?? {});
    for (const [name, colour] of colours) style.setProperty(name, colour);
    return () => {
      for (const [name] of colours) style.removeProperty(name);
    };
  }, [skin]);
  const wear = (name: 'skin' | 'scheme') => (value: string) =>
    setSearch(
      (params) => {
        params.set(name, value);
        return params;
      },
      { replace: true },
    );
  return { scheme, skin: skin?.key ?? '', skins, error: query.error, wear };
}
