import type { Phrases } from './signs.ts';

/** Each of some phrases, apart by commas, says the same. */
const all = (signs: string, words: string): Phrases =>
  Object.fromEntries(words.split(',').map((one) => [one.trim(), signs]));

/** Words that add nothing to what a move is. */
const fillers = all(
  '',
  `a an and as at by for from sent in into of on onto off out over the to via with was were is are been being has have had be it its this
  that will or container containers cntr ctnr ctr cont unit units equipment equip box boxes date time event status move movement
  moves event/status terminal terminals term yard yards depot depots cy dry facility station place location local 
  point area city town site door port ports pier piers peir quay berth wharf platform loc per first 1st final last next other new main
  transport transportation transfer transferred type all completed complete completion done operation operations process processed processing performed
  confirmed successfully line carrier carriers owner owners side domestic under dock fixed slot charter joint venture`.replaceAll(
    /\s+/g,
    ',',
  ),
);

const actions: Phrases = {
  ...all(
    'load',
    'load,loaded,loading,loads,on board,onboard,on boarded,shipped on board,aboard,laden on board,loaded on board',
  ),
  ...all(
    'load vessel',
    'vessel loaded,vessel loading,vessel load,laden on vessel,onboard vessel,on board vessel,on board the vessel',
  ),
  ...all(
    'discharge',
    'discharge,discharged,discharging,discharg,discharges,unload,unloaded,unloading,offload,offloaded,off load,off loaded,off loading,offloading,landed,disch,dischg,disc,discharge from',
  ),
  ...all('depart', 'depart,departed,departure,departs,departing,left,leave,leaving'),
  ...all('depart vessel', 'sailed,sailing,sail,set sail,unberthed,unberthing'),
  // By ship, unless something beside them says otherwise.
  ...all('depart expected port', 'etd,ets,estimated time of departure,estimated date of departure'),
  ...all('depart actual port', 'atd,actual time of departure'),
  ...all('arrive', 'arrive,arrived,arrival,arrives,arriving,reached'),
  ...all('arrive expected port', 'eta,estimated time of arrival,estimated date of arrival'),
  ...all('arrive actual port', 'ata,actual time of arrival'),
  ...all('berth', 'berthed,berthing,vessel berth,docked,moored,alongside'),
  ...all('berth expected', 'etb'),
  ...all('berth actual', 'atb'),
  ...all(
    'gateIn',
    'gate in,gatein,gated in,in gate,ingate,in gated,gating in,entered,drop off,dropped off,dropoff,drop,dropped,moved in,move in,entry,stored in,storage in,put in,placed in,into cy,into yard,enter,into depot,into terminal',
  ),
  ...all(
    'gateOut',
    'gate out,gateout,gated out,out gate,outgate,out gated,gating out,exit,exited,moved out,move out,out of terminal,out of gate,dispatched,despatched,dispatch,despatch,taken out,out terminal,out of depot,out of cy,out from cy,out cy,out yard,out of yard,withdrawn',
  ),
  // From one terminal to another, full or empty.
  ...all('gateIn between', 'positioned in,position in,positioning in'),
  ...all('gateOut between', 'positioned out,position out,positioning out'),
  ...all('onTheWay', 'despatched by,dispatched by'),
  ...all(
    'pickUp',
    'pick up,picked up,pickup,pick ups,picking up,pickedup,pickups,picked,collected,collection,pick up at,uplifted,uplift',
  ),
  ...all('release', 'release,released,releasing,releases,cleared,clearance,clear,clearing'),
  ...all('receive', 'receive,received,receiving,receipt,reception,received at,taken in,accepted,recvd,recd,rcvd'),
  ...all(
    'return',
    'return,returned,returning,returns,redelivered,redelivery,off hire,off hired,restitution,restituted',
  ),
  ...all('deliver', 'delivered,delivery,deliver,delivering,handed over,hand over,handover'),
  ...all(
    'gateOut deliver',
    'out for delivery,on delivery,for delivery,delivery started,dispatched for delivery,delivery to',
  ),
  ...all(
    'available',
    'available,availability,available for pick up,available for pickup,available for delivery,ready for pick up,ready for pickup,ready for delivery,available to pick up,ready for collection,available for collection,cargo available,ready to be picked up,available at,available to be released,available to be delivered',
  ),
  // Places where no ship comes.
  ...all('stay', 'warehouse,cfs,hub,premises'),
  ...all('inland', 'inland,interior,icd'),
  ...all(
    'stuff',
    'loaded into container,loaded in container,stuffed,stuffing,vanned,vanning,packed,packing,stuff,loaded at shipper,container stuffed',
  ),
  ...all(
    'strip',
    'stripped,stripping,unstuffed,unstuffing,destuffed,destuffing,de stuffed,de stuffing,devanned,devanning,devan,unpacked,unpacking,de vanned,strip',
  ),
  ...all('onTheWay', 'in transit,intransit,transit,en route,on the way,underway,under way'),
  ...all(
    'stay',
    'stored,storage,stuff yard,in stack,stacked,on hand,at yard,shifted,shifting,restow,restowed,waiting,positioned,positioning,position,ground,grounded',
  ),
  ...all(
    'gateIn laden export',
    'received by carrier,ready to be loaded,ready for loading,ready for shipment,received for shipment,received for export,received for export transfer,received from shipper',
  ),
  ...all('gateIn laden import', 'received for import transfer,received for import'),
};

/** Full containers in the yard of a port, as some write it. */
const yards: Phrases = {
  ...all('export laden gateIn', 'outbound in cy,export in cy'),
  ...all('import laden gateIn', 'inbound in cy,import in cy'),
};

const things: Phrases = {
  ...all('empty', 'empty,mt,mty,empties,emptied,mty cntr,unladen'),
  ...all('laden', 'laden,full,fcl,heavy,filled,full container,full containers,full load,full loaded'),
  ...all('laden load rail', 'full load on rail,full loaded on rail'),
  ...all(
    'vessel',
    'vessel,ship,feeder,mother vessel,feeder vessel,sea,vsl,ocean vessel,mv,ocean,vessels,steamer,board',
  ),
  ...all(
    'rail',
    'rail,train,railway,railroad,ramp,rail ramp,wagon,rail car,railcar,on rail,by rail,flatcar,rail road,intermodal ramp,rail terminal',
  ),
  ...all('load rail', 'container on rail,ramped,loaded on rail,rail loaded,railed'),
  ...all('discharge rail', 'deramped,de ramped,deramp,unramped,off rail'),
  ...all(
    'truck',
    'truck,road,trucker,by truck,chassis,haulier,hauler,haulage,on truck,by road,trailer,trucking,truck carrier',
  ),
  ...all('barge', 'barge,by barge,river,on barge,inland waterway'),
  ...all('customs', 'customs,custom,cus'),
  ...all('hold', 'hold,held,on hold,detained,stopped,block,blocked,held by'),
  ...all('inspect', 'inspection,inspected,examination,exam,examined,inspect,to be inspected'),
  ...all('declare', 'declared,declaration,manifested'),
  ...all('booking', 'booking,bkg'),
  ...all('bill', 'bill of lading,bill,bl,b l,lading,sea waybill,waybill,obl,bills'),
  ...all('notice', 'arrival notice,notice of arrival'),
  ...all('order', 'delivery order,do,d o,release order'),
  ...all('issue', 'issued,issue,issuance'),
  ...all('confirm', 'confirm,confirmation,approved'),
  ...all('booking confirm', 'booking confirmed,booking is confirmed,booked'),
  ...all('cancel', 'cancelled,canceled,cancellation,cancel'),
  ...all('cargo', 'cargo,goods,shipment,freight,merchandise,cargoes,load unit'),
};

/** Empty or full with `in` or `out` alone passes a gate, unless it is on its way. */
const passes = (load: 'empty' | 'laden', ...words: readonly string[]): Phrases =>
  Object.fromEntries(
    words.flatMap((word) => [
      [`${word} in`, `${load} gateIn`],
      [`${word} out`, `${load} gateOut`],
      [`${word} in depot`, `${load} gateIn`],
      [`${word} in gate`, `${load} gateIn`],
      [`${word} out gate`, `${load} gateOut`],
      [`${word} in transit`, `${load} onTheWay`],
      [`${word} in transhipment`, `${load} transhipment`],
      [`${word} in transshipment`, `${load} transhipment`],
    ]),
  );

const places: Phrases = {
  ...all(
    'export',
    'export,exp,outbound,ob,out bound,exports,origin,at origin,for export,pre carriage,precarriage,receipt place',
  ),
  ...all(
    'import',
    'import,imp,inbound,ib,in bound,imports,destination,final destination,at destination,for import,on carriage,oncarriage,final hub,place of delivery,port of delivery,delivery place,final place of delivery,final inland point,dest',
  ),
  ...all('export', 'place of receipt,por,place of acceptance,from origin'),
  ...all('export laden', 'first hub,origin hub'),
  ...all(
    'export port',
    'port of loading,port of load,loading port,load port,pol,first pol,first port of loading,first port of load,origin port,port of origin,departure port,port of departure,outbound terminal,ob terminal,outbound port,export terminal,first load port,first loading port,shipment port,port of shipment',
  ),
  ...all(
    'import port',
    'port of discharge,port of discharging,discharge port,discharging port,pod,last pod,final pod,last port of discharge,final port of discharge,destination port,port of destination,arrival port,port of arrival,inbound terminal,ib terminal,inbound port,import terminal,final port,unloading port,port of unloading,final discharge port,last discharge port',
  ),
  ...all('import rail', 'inbound rail origin,inbound rail destination,inbound rail'),
  ...all('export rail', 'outbound rail origin,outbound rail destination,outbound rail'),
  ...all('import stay', 'inbound cy,inbound yard,inbound depot'),
  ...all('export stay', 'outbound cy,outbound yard,outbound depot'),
  ...all(
    'transhipment',
    'transhipment,transshipment,transhipped,transshipped,tranship,transship,ts,trans shipment,trans shipped,tranship port,relay,intermediate,tranship at,in transhipment,in transshipment,relayed,t shipment,transhipping,transshipping,tshp,tship,transhipt',
  ),
  // The next ship that the container is to be loaded on: MSC's words before "Full Transshipment Loaded".
  ...all('transhipment load expected', 'intended transhipment,intended transshipment'),
  ...all(
    'transhipment port',
    'transhipment port,transshipment port,ts port,port of transhipment,port of transshipment,tranship port,intermediate port,relay port,ts pol,ts pod,transhipment pol,transhipment pod,transsihipment port,transhipment terminal,ts terminal,transshipment terminal,transshipment pol,transshipment pod,transit port,port of transit',
  ),
  ...all(
    'gateOut shipper',
    'to shipper,to the shipper,to consignor,to exporter,for shipper,for stuffing,to merchant for loading,to shippers,to shipper for loading',
  ),
  ...all('gateIn export', 'export gate in from customer'),
  ...all('gateIn shipper', 'from shipper,from consignor,from exporter,from the shipper,at shipper,from shippers'),
  ...all('gateOut consignee', 'to consignee,to the consignee,to importer,to consignees,to receiver,to consignee s'),
  ...all(
    'gateIn consignee',
    'from consignee,from importer,from the consignee,from customer,from customers,from receiver,from the customer,from consignees,after stripping,after unloading',
  ),
  // Empty containers leave for loading, full ones come for it.
  ...all('shipper', 'for loading,for export loading,for load'),
  ...all('shipper', 'shipper,consignor,exporter,by shipper,shippers,by the shipper,shipper premises'),
  ...all(
    'consignee',
    'consignee,importer,by consignee,by the consignee,receiver,consignees,at consignee,consignee premises',
  ),
  ...all(
    '',
    'customer,customers,merchant,to customer,by customer,by merchant,to merchant,or port shuttle,port shuttle,shuttle,client,to the customer',
  ),
};

const claims: Phrases = {
  ...all(
    'expected',
    'estimated,estimate,est,expected,expect,scheduled,forecast,anticipated,intended,estd,schedule,expecting,to be,provisional,will be,is scheduled to,scheduled to',
  ),
  ...all('planned', 'planned,plan,plans,pln,proforma'),
  ...all('actual', 'actual,actually,act'),
  ...all(
    'not',
    'not,never,failed,fail,pending,awaiting,await,postponed,rolled,rollover,roll over,delayed,delay,no,short shipped,shut out,refused,rejected,without,missed,omitted,unable,not yet,instead,before,prior,requested,request,advised',
  ),
};

/** What English words of carriers say about a move; several together say what it is. */
export const englishPhrases: Phrases = {
  ...fillers,
  ...actions,
  ...yards,
  ...things,
  ...passes('empty', 'empty', 'mt', 'mty'),
  ...passes('laden', 'full', 'laden', 'fcl'),
  ...places,
  ...claims,
};
