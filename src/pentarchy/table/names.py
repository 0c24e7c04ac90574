"""Names of tables: four short words that are easy to read out over a telephone, such as sova-med-rog-les."""

from __future__ import annotations

import re
import secrets

LIST = """
    aist ananas arbuz arka babka bagaz bal balkon banan banka barsuk baza baton bashnya belka bereg bereza bilet bivak
    blin bloha bobr bochka bor borsch braslet brevno brod buben bufet bukva bulka bumaga bur burya busy buton byk vaflya
    vagon val vata vaza vedro veer venik vesna veter vilka vino vint vishnya vizg voda vol volk volna voron vorota
    gaika galka gamak gerb gitara glaz gnezdo golos gong gora gorod grach grib grif groza grusha gusar gus gvozd dacha
    detki divan dom doroga doska drozd drova dub duga dusha dvor dym dyatel ezh el eralash etazh ekran ershik
    zabor zamok zarya zebra zelen zerno zima zmey znak zont zub zvon zvezda iva igla igra izba ikra iris iskra kaban
    kabluk kadka kamen kanat karas karp karta kasha kedr kefir kino kit klad klen klin kluch klyukva knopka kniga kopna
    kot kovsh koza kolos komar kon kora korol korona kosa kraski kran krab krot krug krylo kubik kukla kust lad ladya
    lak lampa lapa lar lebed led lenta les leto lev lift lilia limon lipa lisa list lodka loza lozhka luk luna lug luch
    lyzhi mak malina mart marka mayak med medal mel melnik mesyac metla mech mir mishka mol more most moh muka muha mysh
    myach nebo nerpa nit noga nora nos nozh noty oblako ovca ogon okno okun olen oreh orel osa osel osen ostrov otvet
    palma panda par parus pauk pech penek pero pesok pion pirog plot plug poezd pole polka porog prud pruzhina
    puh put pchela rak rama rassvet reka repa ris rog rosa roza rubin rubka rucheek ryba rys ryad sad salat sani
    sapog sazan sever semga seno serp sito skala sled sliva slon smola sneg snop sova sokol sol som son sosna
    stog stol strela stul sud suk sum sup sverchok svet syr taz tanec telega ten tigr tik tmin tok topor tort trava
    tropa truba tuman tur tuya tykva ugol ulej ulitka urok usy utes utka utro uzel uzor fasol fazan fara filin
    flag flot fonar forel fort halva hleb hobot holm hvost hmel hurma cvet cena cep chaj chas chashka cheln chiz
    shalash shapka shar shater shelk shilo ship shishka shkaf shmel shpaga shum shut yabloko yagoda yak yar yasen
    yolka yula yurta
"""
WORDS = tuple(LIST.split())
FORM = re.compile(r"[a-z]+(-[a-z]+){3}(-[0-9a-f]{8})?")


def new_name() -> str:
    """A name that nobody guesses: at least 32 bits."""
    return "-".join(secrets.choice(WORDS) for _ in range(4))


def longer(name: str) -> str:
    """The same name with something behind it, for the rare case that it is taken."""
    return f"{name}-{secrets.token_hex(4)}"
