import { Alert, SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contactScale } from '../../../viewer/maps/scale.ts';
import { type ContactTool, contactPresets } from '../../../viewer/tools/contact-map.ts';
import { useWatched } from '../use-watched.ts';
import { Legend, MapPanel, MapSlider, Numbers } from './MapPanel.tsx';
import { useMillimetres } from './use-millimetres.ts';

/** Controls the map of contacts between the jaws. */
export function ContactPanel({ tool }: { tool: ContactTool }) {
  const { t } = useTranslation(['maps', 'viewer']);
  const { length, micrometres, area } = useMillimetres();
  const missing = useWatched(tool.missing);
  const { from, to, upTo } = useWatched(tool.settings);
  const contacts = useWatched(tool.contacts);
  const bite = useWatched(tool.bite);
  const legend = (
    <Legend scale={contactScale(from, to)} ends={[t('contact.penetration'), t('contact.gap')]} />
  );
  const [absent] = missing;
  if (absent) {
    return (
      <MapPanel id="contact" tool={tool} isPossible={false} legend={null}>
        <Text size="sm" role="status">
          {t(`contact.missing.${missing.length > 1 ? 'both' : absent}`)}
        </Text>
      </MapPanel>
    );
  }
  const rows = (['upper', 'lower'] as const).flatMap((jaw) => {
    const found = contacts[jaw];
    const count = found && t('contact.areas', { count: found.count });
    return found ? [[t(`viewer:groups.${jaw}`), `${count} · ${area(found.area)}`] as const] : [];
  });
  return (
    <MapPanel id="contact" tool={tool} isPossible legend={legend}>
      {bite && bite !== 'closed' && (
        <Alert color="yellow" p="xs" role="alert">
          {t(`contact.notInBite.${bite}`)}
        </Alert>
      )}
      {rows.length > 0 && <Numbers rows={rows} />}
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('contact.presets')}
        value={String(upTo)}
        data={contactPresets.map((value) => ({ value: String(value), label: micrometres(value) }))}
        onChange={(next) => tool.set({ upTo: Number(next) })}
      />
      <MapSlider
        label={t('contact.upTo')}
        text={micrometres(upTo)}
        value={upTo}
        min={0}
        max={0.5}
        step={0.002}
        onChange={(next) => tool.set({ upTo: next })}
      />
      <MapSlider
        label={t('contact.widest')}
        text={length(to)}
        value={to}
        min={0.1}
        max={2}
        step={0.1}
        onChange={(next) => tool.set({ to: next })}
      />
      <MapSlider
        label={t('contact.deepest')}
        text={length(from)}
        value={from}
        min={-2}
        max={-0.1}
        step={0.1}
        onChange={(next) => tool.set({ from: next })}
      />
    </MapPanel>
  );
}
