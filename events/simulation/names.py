"""Made-up names of players, as a field really has them: accents, apostrophes, long ones, kanji."""

from itertools import islice
from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GIVEN = _words(
    "Ada Adrián Agnieszka Aisha Alejandra Amélie Anaïs André Anke Anouk Antônio Arjun Astrid "
    "Beatriz Benedikt Björn Bożena Bruno Camille Carmen Chiara Chloé Cristóbal Dagmar Daniel "
    "Darius Deniz Dmitri Dorota Eamon Edda Eero Elif Emeka Emil Erzsébet Esther Eva Fabio Farid "
    "Fatima Felix Fiona Florian Francisca François Frida Gabriel Giulia Grace Grzegorz Gustav "
    "Halima Hana Hannes Héctor Helena Hugo Ibrahim Ida Ilse Imani Inês Ingrid Ivana Jakub Jana "
    "Javier Joanna Jonas José Júlia Jürgen Kaisa Karim Katarzyna Kofi Kristýna Lars László Laura "
    "Leila Léo Lina Lorenzo Łukasz Lucía Magnus Malik Małgorzata Manon Marek María Mateo Matilda "
    "Mehmet Mia Mikael Mónica Nadia Naomi Nicolás Niklas Noémie Núria Oisín Olga Oskar Paolo "
    "Pavel Petra Philippa Piotr Priya Quentin Rafael Rania René Robin Rosa Rubén Sadie Samuel "
    "Sanna Selma Siobhán Sofía Søren Stefan Svetlana Tadeusz Tamás Tariq Thandiwe Théo Tomáš "
    "Ulrike Valentina Vera Viktor Wanda Wiktoria Xenia Yannick Yara Yusuf Zainab Zoë Zuzana"
)
_FAMILY = _words(
    "Abreu Aguirre Ahmadi Albrecht Andersson Arslan Baker Bauer Becker Benali Bergström Bianchi "
    "Blom Bouchard Brandt Brennan Castellanos Černý Chávez Costa Cruz Dąbrowski Daly Demir "
    "Dubois Eklund Engel Eriksen Esposito Farkas Fernández Ferreira Fischer Fournier Friedrich "
    "Gallo García Gómez Greco Grünwald Gutiérrez Haas Hansen Hartmann Hernández Hoffmann Horvat "
    "Hughes Ivanova Jansen Järvinen Jensen Jiménez Johansson Kaya Keller Kim Kovács Kowalczyk "
    "Krüger Kuznetsov Lambert Larsen Laurent Lefèvre Lindqvist Lopes López Mäkinen Mancini "
    "Marchetti Martínez Meier Mendes Moreau Morelli Mortensen Müller Muñoz Nagy Navarro Ndiaye "
    "Nielsen Novák Núñez O'Brien O'Connor Okafor Olsen Ortega Øvergård Papadopoulos Pavlović "
    "Peeters Pereira Petrov Picard Popescu Quintero Rahman Ramírez Rasmussen Reyes Ricci Rinaldi "
    "Rojas Romano Rossi Rousseau Sánchez Santos Schäfer Schneider Schröder Şahin Silva Šimić "
    "Söderberg Sokolova Sousa Strand Suárez Svensson Szabó Takács Tanaka Thorsen Torres Tremblay "
    "Van-Dijk Vargas Vasquez Vidal Virtanen Vogel Wagner Walsh Weiß Wójcik Yılmaz Zając Zieliński"
)
_FAMILY_JA = _words(
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 "
    "林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 中島 前田 藤田 小川 後藤 岡田 長谷川 村上 "
    "近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 岡本 松田 中川 中野 原田 小野"
)
_GIVEN_JA = _words(
    "蓮 陽翔 湊 樹 大翔 悠真 朝陽 颯太 奏太 拓海 健太 翔 大輔 直樹 亮 誠 智也 和也 優斗 海斗 "
    "陽葵 凛 紬 結菜 芽依 さくら 葵 美咲 七海 陽菜 愛 舞 千尋 あかり ひなた 彩 真央 由美 恵 遥 "
    "一郎 修 剛 隆之介 龍之介 小百合 美智子 光 薫 伊織"
)
_TEAM_FIRST = _words(
    "Amber Brave Copper Crimson Crooked Eager Early Electric Emerald Fearless Frozen Gentle Golden "
    "Grumpy Hidden Hollow Humble Iron Ivory Jolly Late Lazy Lucky Marble Midnight Misty Northern "
    "Patient Quiet Restless Rolling Rusty Sandy Scarlet Silver Sleepless Southern Steady Stormy "
    "Stubborn Sunny Tidy Turbulent Velvet Wandering Western Wild Winter Wooden"
)
_TEAM_SECOND = _words(
    "Anchors Badgers Bakers Beacons Beetles Bells Bricks Candles Cartographers Cedars Comets "
    "Cranes Dragons Falcons Ferries Foxes Gardeners Giants Hares Herons Kettles Lanterns Larks "
    "Lighthouses Magpies Millers Moths Orchards Otters Owls Pianos Pilots Ravens Rivers Rooks "
    "Sailors Shepherds Sparrows Squirrels Starlings Teapots Thistles Tigers Tractors Turtles "
    "Umbrellas Violins Weavers Wolves Wrens"
)
_JAPANESE = 0.15
_LONG = 0.03
_TRIES = 20


def make_names(count: int, random: Random) -> list[str]:
    """Return `count` names drawn from `random`; all different up to some 20,000."""
    seen: dict[str, None] = {}
    names: list[str] = []
    while len(names) < count:
        name = _name(random)
        for _ in range(_TRIES):
            if name not in seen:
                break
            name = _name(random)
        seen[name] = None
        names.append(name)
    return names


def make_team_names(count: int, random: Random) -> list[str]:
    """Return `count` different names of teams drawn from `random`."""
    pairs = [f"{first} {second}" for first in _TEAM_FIRST for second in _TEAM_SECOND]
    random.shuffle(pairs)
    again = (f"{name} {number}" for number in range(2, 2 + count) for name in pairs)
    return [*pairs, *islice(again, max(0, count - len(pairs)))][:count]


def _name(random: Random) -> str:
    kind = random.random()
    if kind < _JAPANESE:
        return f"{random.choice(_FAMILY_JA)} {random.choice(_GIVEN_JA)}"
    name = f"{random.choice(_GIVEN)} {random.choice(_FAMILY)}"
    if kind < _JAPANESE + _LONG:
        return f"{random.choice(_GIVEN)} {name}-{random.choice(_FAMILY)}"
    return name
