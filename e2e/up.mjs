import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
const base='http://127.0.0.1:4150'; const S='/work/shared/scans/', M='/work/shared/mesh-conformance/';
const sets={ smartee0:[S+'smartee0-upper.obj',S+'smartee0-lower.obj'], t3ds:[S+'teeth3ds-CLNVA9MZ-lower.ply'], ios:[S+'iosseg-001-upper.ply',S+'iosseg-001-lower.ply'], ios12:[S+'iosseg-012-upper.ply'], full:[S+'fulljaw26-maxilla-teeth.stl'], slot:[M+'three--stl--ascii--slotted_disk.stl'], head:[M+'three--stl--binary--pr2_head_pan.stl'] };
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-background-networking','--use-angle=swiftshader','--enable-unsafe-swiftshader'] });
const ctx = await b.newContext({ locale:'en-US', viewport:{width:1440,height:900}});
const p = await ctx.newPage();
let list;
p.on('response', async r=>{ if(/\/cases\/\?/.test(r.url())) list=await r.json().catch(()=>list)});
await p.goto(base+'/login'); await p.locator('input').first().fill('anna.berg@cusp.example'); await p.locator('input[type=password]').fill('cusp-demo-2026'); await p.keyboard.press('Enter');
await p.waitForURL((u)=>!u.pathname.startsWith('/login'));
await p.goto(base+'/cases'); await p.waitForTimeout(2500);
const rows=(list.results??list.data??Object.values(list).find(Array.isArray));
console.log(rows.length, JSON.stringify(rows[0]).slice(0,300));
const usable=rows.filter(r=>(r.status?.code??r.status)!=='CLSD');
const map={}; let i=2;
for (const [name,files] of Object.entries(sets)) { const no=usable[i++].no; map[name]=no;
  await p.goto(base+'/cases/'+no); await p.waitForTimeout(1500);
  const input=p.locator('input[type=file][multiple]').first();
  try { await input.setInputFiles(files,{timeout:5000}); await p.waitForTimeout(4000);} catch(e){console.log(name,no,String(e).slice(0,150))}
}
writeFileSync('/tmp/vcases.json',JSON.stringify({map,demo:usable.slice(0,2).map(r=>r.no)}));
console.log(map);
await b.close();
