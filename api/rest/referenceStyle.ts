/** The look of the reference: the tokens of the app's light and dark themes, and two columns where there is room. */
export const referenceStyle = `
:root{color-scheme:light dark;--canvas:#f6f6f4;--surface:#fff;--sunken:#f1f1ee;--line:#e5e4e0;--ink:#1c1b18;--ink-2:#56534c;--ink-3:#6f6c65;
--accent:#ffab2e;--accent-ink:#8a4b00;--accent-tint:#fff4e2;--focus:#a85c00;--good:#12743a;--good-tint:#e4f5ea;--info:#1a57c2;--info-tint:#e8f0fe;
--warn:#735900;--warn-tint:#fff5c8;--bad:#b8163a;--bad-tint:#fdebef;--bar:#1c1b18;--on-bar:#fff;--bar-2:#b9b5ab}
@media (prefers-color-scheme:dark){:root{--canvas:#121211;--surface:#1a1a18;--sunken:#232321;--line:#2d2d2a;--ink:#f4f2ed;--ink-2:#bab6ad;--ink-3:#98948b;
--accent:#ffb142;--accent-ink:#ffc374;--accent-tint:#33270f;--focus:#ffc374;--good:#6fd597;--good-tint:#14301f;--info:#8fb8ff;--info-tint:#162541;
--warn:#f0cb52;--warn-tint:#322b0c;--bad:#ff8fa3;--bad-tint:#3a1620;--bar:#2b2b28;--on-bar:#f4f2ed}}
*{box-sizing:border-box}
html{scroll-padding-top:72px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:15px/1.5 'Figtree Variable',Figtree,ui-sans-serif,system-ui,sans-serif}
code,pre{font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:.87em}
a{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-9999px}.skip:focus{left:12px;top:12px;z-index:3;background:var(--surface);padding:12px}
header{position:sticky;top:0;z-index:2;display:flex;gap:14px;align-items:center;min-height:56px;padding:0 20px;background:var(--bar);color:var(--on-bar)}
header a{text-decoration:none;font-weight:550}header .brand{font-weight:700;font-size:17px}
header .brand::before{content:'';display:inline-block;width:10px;height:10px;margin-right:9px;border-radius:50%;background:var(--accent);box-shadow:0 0 0 4px rgb(255 171 46/.24)}
header span{color:var(--bar-2);flex:1}
header a:last-child{padding:12px 0}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:flex;gap:8px;align-items:baseline;padding:4px 10px;border-radius:6px;text-decoration:none;color:var(--ink-2);font-size:13.5px;line-height:18px}
nav a:hover{background:var(--sunken);color:var(--ink)}
nav a.tag{margin-top:12px;color:var(--ink);font-weight:650}
nav.wide{display:none}
details.narrow{margin:12px 16px 0;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
details.narrow summary{padding:13px 16px;min-height:48px;font-weight:600;cursor:pointer}
details.narrow nav{padding:0 8px 12px}details.narrow nav a{padding:11px 10px}
main{padding:20px 16px 80px;max-width:1240px;min-width:0}
h1{font-size:28px;line-height:34px;letter-spacing:-.02em;margin:8px 0 12px}
.intro{max-width:74ch;color:var(--ink-2)}.intro p{margin:0 0 10px}
h2{font-size:22px;line-height:28px;letter-spacing:-.015em;margin:48px 0 2px}
section.tag>p{margin:0 0 16px;color:var(--ink-2)}
article{margin:0 0 16px;border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow:hidden}
article:target{border-color:var(--accent);box-shadow:0 0 0 3px rgb(255 171 46/.28)}
.says,.shows{padding:18px 18px 20px;min-width:0}
.shows{border-top:1px solid var(--line);background:var(--sunken)}
h3{margin:0 0 6px;font-size:17px;line-height:24px}
h4{margin:18px 0 6px;font-size:12.5px;line-height:18px;font-weight:650;color:var(--ink-3)}
.shows h4:first-child{margin-top:0}
.says p{margin:0 0 8px;max-width:70ch}
.line{display:flex;gap:8px;align-items:baseline}.line code{overflow-wrap:anywhere;font-size:14px;font-weight:600}
.facts{color:var(--ink-2);font-size:13.5px}
.m{display:inline-block;flex:none;min-width:56px;padding:1px 5px;border-radius:5px;font:650 11px/16px ui-monospace,Menlo,Consolas,monospace;text-transform:uppercase;text-align:center}
.get{color:var(--info);background:var(--info-tint)}.post{color:var(--good);background:var(--good-tint)}
.put{color:var(--warn);background:var(--warn-tint)}.delete{color:var(--bad);background:var(--bad-tint)}
.fields,.refusals{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.fields li{padding:7px 0;border-bottom:1px solid var(--line)}
.fields p{margin:0;max-width:none}.fields p+p{color:var(--ink-2);font-size:13.5px}
.fields code{font-weight:600}.type{color:var(--ink-3);font-size:13px;overflow-wrap:anywhere}.required{color:var(--accent-ink);font-size:12.5px;font-weight:600}
.d1{margin-left:16px}.d2{margin-left:32px}.d3{margin-left:48px}.d4{margin-left:64px}
.refusals li{display:flex;gap:12px;padding:6px 0;border-bottom:1px solid var(--line);font-size:14px}.refusals b{flex:none;font-variant-numeric:tabular-nums}.refusals span{color:var(--ink-2)}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;padding:12px 14px;max-height:460px;overflow:auto;border:1px solid var(--line);border-radius:8px;background:var(--surface);font-size:12.5px;line-height:19px}
@media (max-width:560px){header span{visibility:hidden}}
@media (min-width:1080px){
body{display:grid;grid-template-columns:288px minmax(0,1fr);grid-template-rows:auto 1fr}
header{grid-column:1/-1}
nav.wide{display:block;position:sticky;top:56px;height:calc(100vh - 56px);overflow:auto;padding:8px 12px 40px;border-right:1px solid var(--line);background:var(--surface)}
details.narrow{display:none}
main{padding:24px 40px 120px}
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,420px)}
.says{padding:22px 26px 26px}.shows{padding:22px;border-top:0;border-left:1px solid var(--line)}
.shows pre{position:relative}}
@media print{nav.wide,details.narrow,header{display:none}article{break-inside:avoid}}
`
