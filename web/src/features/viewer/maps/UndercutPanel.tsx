import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { undercutScale } from '../../../viewer/maps/scale.ts';
import type { LayerId } from '../../../viewer/plan-scene.ts';
import type { UndercutTool } from '../../../viewer/tools/undercut-map.ts';
import { useWatched } from '../use-watched.ts';
import { Legend, MapPanel, MapSlider, Numbers } from './MapPanel.tsx';
import { useMillimetres } from './use-millimetres.ts';

const maxTilt = 45;

/** Controls the path of insertion and the map of undercuts. */
export function UndercutPanel({ tool }: { tool: UndercutTool }) {
  const { t } = useTranslation(['maps', 'viewer']);
  const { length, area, angle } = useMillimetres();
  const { layer, tilt, to } = useWatched(tool.settings);
  const found = useWatched(tool.area);
  const { layers } = tool;
  const legend = <Legend scale={undercutScale(to)} ends={[t('undercut.shallow'), t('undercut.deep')]} />;
  const tiltSlider = (axis: 'side' | 'up') => (
    <MapSlider
      label={t(`undercut.${axis}`)}
      text={angle(tilt[axis])}
      value={tilt[axis]}
      min={-maxTilt}
      max={maxTilt}
      step={1}
      onChange={(next) => tool.setTilt({ [axis]: next })}
    />
  );
  return (
    <MapPanel id="undercut" tool={tool} isPossible legend={legend}>
      <Numbers rows={[[t('undercut.area'), found === undefined ? '–' : area(found)]]} />
      {layers.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('undercut.layer')}
          value={layer}
          data={layers.map((id) => ({ value: id, label: t(`viewer:layerNames.${id}`) }))}
          onChange={({ currentTarget }) => tool.setLayer(currentTarget.value as LayerId)}
        />
      )}
      <Button size="xs" variant="default" onClick={() => tool.takeView()}>
        {t('undercut.takeView')}
      </Button>
      {tiltSlider('side')}
      {tiltSlider('up')}
      <MapSlider
        label={t('undercut.range')}
        text={length(to)}
        value={to}
        min={0.1}
        max={2}
        step={0.1}
        onChange={(next) => tool.setDepth(next)}
      />
    </MapPanel>
  );
}
