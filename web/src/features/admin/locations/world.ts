import { geoNaturalEarth1, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };

export const WORLD = { width: 960, height: 470 };

/** Outlines of countries by ISO 3166-1 alpha-2, as SVG paths in `WORLD`; very small countries have none. */
export const OUTLINES: readonly { country: string; path: string }[] = draw();

function draw() {
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const countries = topology.objects.countries && feature(topology, topology.objects.countries);
  if (!countries || !('features' in countries)) throw new Error('the map has no countries');
  const alpha2 = new Map((codes as string[][]).map(([two, , numeric]) => [numeric, two]));
  // Nobody lives on Antarctica, and without it the rest is larger.
  const features = countries.features.filter(({ id }) => id !== '010');
  const projection = geoNaturalEarth1().fitSize([WORLD.width, WORLD.height], {
    type: 'FeatureCollection',
    features,
  });
  const toPath = geoPath(projection).digits(1);
  return features.flatMap((each) => {
    const path = toPath(each);
    return path ? [{ country: alpha2.get(String(each.id)) ?? '', path }] : [];
  });
}
