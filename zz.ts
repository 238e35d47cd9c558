import pg from 'pg'; import * as z from 'node:zlib';
const c=new pg.Client({connectionString:process.argv[2]}); await c.connect();
for (const [t,col] of [['shipment_said','said'],['shipment_change','changes']] as const){
const {rows}=await c.query(`select ${col}::text as t, pg_column_size(${col}) as s from ${t} order by id`);
const texts=rows.map((r:any)=>r.t as string);
const sample=Buffer.from(texts.filter((_,i)=>i%13===0).join('').slice(-100_000));
const stat=Buffer.from('event[|IMDC|]"container[]":{"containerNo","sealNo","sizeType","quantity","grossWeightKg","volumeM3","booking":{"billNo","bookingNo","carrierCode","vesselName","vesselImo","voyage","serviceCode","placeOfReceipt","portOfLoading","portOfDischarge","placeOfDelivery","finalDestination","plannedDeparture","etd","atd","plannedArrival","eta","ata","leg[1]":{"planned":[5,1,"estimated":[2,1,177"actual":[5,1,17,"zone":["Asia/Shanghai","Europe/Berlin","place":["customs","ft","dcsa:"],"CARRIER","FT","CUSTOMS"{"spoke":{"0":177"},"items":{"speakers":[["');
const z1=(b:Buffer,d?:Buffer,l=3)=>z.zstdCompressSync(b,{params:{[z.constants.ZSTD_c_compressionLevel]:l,[z.constants.ZSTD_c_contentSizeFlag]:0},...(d&&{dictionary:d})}).length;
const df=(b:Buffer,d?:Buffer)=>z.deflateRawSync(b,{level:9,...(d&&{dictionary:d})}).length;
let raw=0,st=0,plain=0,sm=0,ss=0,dd=0,ds=0,vt=0,vtz=0,n=0;
const prev=new Map();
for(const r of rows as any[]){const i=n++; if(i%13===0) continue; const b=Buffer.from(r.t); raw+=b.length; st+=r.s; plain+=Math.min(b.length,z1(b)); sm+=Math.min(b.length,z1(b,sample)); ss+=Math.min(b.length,z1(b,stat)); dd+=Math.min(b.length,df(b,sample.subarray(-32000))); ds+=Math.min(b.length,df(b,stat));
 if(col==='said'){const o=JSON.parse(r.t); const values:any[]=[]; const idx=(v:any)=>{let k=values.findIndex(x=>x===v); if(k<0)k=values.push(v)-1; return k}; if(o.items) for(const it of Object.values(o.items) as any[]) for(const a of Object.keys(it)) if(it[a]) {const e=it[a]; const places=[],vals=[]; for(let k=1;k<e.length;k+=2){places.push(e[k]);vals.push(idx(e[k+1]))} it[a]=[e[0],places.join(''),...(new Set(vals).size===1?[vals[0]]:vals)];} const t=JSON.stringify({...o,values}); vt+=t.length;}
}
console.log(t,{n,raw:raw/n,stored:st/n,zstd:plain/n,zstdSample:sm/n,zstdStatic:ss/n,deflSample:dd/n,deflStatic:ds/n,valueTable:vt/n});
}
await c.end();
